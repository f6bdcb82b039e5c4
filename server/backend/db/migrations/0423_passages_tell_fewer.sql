-- Nearly every passage is of an order that no application placed: it is asked by one index before anything is put together.
create or replace function tell_of_passage() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  if exists (select from open_order p where p.corp_code = new.corp_code and p.order_id = new.order_id) then
    perform tell_application(
      new.corp_code, new.order_id, 'checked',
      jsonb_build_object(
        'people', new.people,
        'ticketNo', (select ticket_no from ticket t where t.corp_code = new.corp_code and t.id = new.ticket_id)
      )
    );
  end if;
  return null;
end $$;
