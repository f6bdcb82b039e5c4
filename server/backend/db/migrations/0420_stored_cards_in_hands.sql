-- A till without a line fetches the cards in people's hands in parts: those that lie in stock are passed over, however many.
create index stored_card_in_hands on stored_card (corp_code, id) where status in ('active', 'frozen');
