-- Secrets of access applications are sealed by the backend, which makes them: the database makes none in plain text.
alter table access_app alter column secret drop default;
