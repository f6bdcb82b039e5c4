-- Whoever holds a ticket is known by kind, issuing country (of passports) and number of a document.

alter table ticket
  add column holder_document text not null default 'resident'
    check (holder_document in (
      'resident', 'residencePermit', 'hkMacaoPermit', 'taiwanPermit', 'passport', 'foreignerCard', 'military', 'birth'
    )),
  add column holder_country text not null default '',
  add check ((holder_document = 'passport') = (holder_country <> ''));

-- All numbers so far had eighteen digits. Most are of resident cards; the first digits tell the others.
update ticket set holder_document = 'residencePermit' where holder_identity ~ '^8[123]0000';
update ticket set holder_document = 'foreignerCard' where holder_identity ~ '^9';

alter table ticket_type
  add column documents text[] not null default '{}',
  add constraint ticket_type_documents_check check (are_values(documents));
-- What is on sale takes what it took.
update ticket_type set documents = '{resident,residencePermit,foreignerCard}' where real_name <> 'none';
