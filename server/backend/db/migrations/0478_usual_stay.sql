-- Minutes that people usually stay in a park whose gates do not count who leaves: whoever came in longer ago is taken for gone.
alter table park add column usual_stay integer check (usual_stay between 10 and 1440);
