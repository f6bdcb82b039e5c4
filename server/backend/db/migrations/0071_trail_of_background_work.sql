-- Entries of exports, imports and jobs are seen, within a scope, by who asked for the work. The policies are made anew
-- after every migration (scope-policies.ts), and this one is there so that they are.

select 1;
