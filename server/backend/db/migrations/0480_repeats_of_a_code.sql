-- Codes that no ticket has are kept masked, with a mark by which the same one is known again: few rows, found by it.
create index passage_same_code on passage (corp_code, code_mark, id) where ticket_id is null and code_mark <> '';
