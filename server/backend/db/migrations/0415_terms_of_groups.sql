-- Terms of groups: one free per so many who pay, by the agreement; the group's own number, its itinerary and its leaders, and
-- how many of those who came had no proof of what they are.
alter table travel_agreement add column free_per integer check (free_per between 1 and 200);
alter table group_booking add column tour_no text, add column itinerary text, add column leaders text;
alter table group_booking_arrival add column unproven integer not null default 0 check (unproven between 0 and arrived);
