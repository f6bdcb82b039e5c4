-- A link to an employees' card was offered and never given out.
update card_type set wallet = false, wallet_rotates = false where kind = 'employee';
alter table card_type add check (kind <> 'employee' or not (wallet or wallet_rotates));
