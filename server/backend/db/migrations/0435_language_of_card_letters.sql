-- In which language a holder is reminded of the end of their card: as they chose, else by their document.
alter table season_card add column language text;
alter table stored_card add column language text;
alter table card_mail add column language text not null default 'zh-CN' check (language in ('zh-CN', 'en'));
