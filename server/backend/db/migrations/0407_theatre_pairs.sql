-- Two couple seats side by side are sold together, but for sessions that sell them one by one.
alter table theatre_session add column split_pairs boolean not null default false;
