-- Announcements that go by mail as well. A corp puts each into its mailboxes once, head office's as well; what waits for the
-- next letter is a row an account, so nobody gets one twice.
alter table announcement add column by_mail boolean not null default false;

create table announcement_mailing (
  corp_code text not null default current_setting('app.corp_code'),
  owner_corp text not null,
  announcement_id bigint not null,
  at timestamptz not null,
  primary key (corp_code, owner_corp, announcement_id)
);

alter table message_mail_item
  alter column message_id drop not null,
  add column owner_corp text,
  add column announcement_id bigint,
  add check (num_nonnulls(message_id, announcement_id) = 1),
  add check ((owner_corp is null) = (announcement_id is null));
create unique index message_mail_item_announced on message_mail_item (corp_code, account_id, owner_corp, announcement_id)
  where announcement_id is not null;

-- Whoever confirmed an address has these as well, unless they choose otherwise: they go where somebody has checked it.
alter table message_mailbox alter column at_once set default '{announcement}';
update message_mailbox set at_once = at_once || '{announcement}';

create or replace view platform_announcement as
  select corp_code, id, title, body, important, visible_from, visible_until, published_at, published_by, reminded_at, by_mail
  from announcement
  where corp_code = '0001' and audience = 'tenants' and status = 'published';
