-- Photographs of refused forms belong to the person of a company who sent them: those of one don't take the place of another's.
alter table form_draft_photograph add column person_id bigint references client_person on delete cascade;
create index form_draft_photograph_person_id on form_draft_photograph (person_id);
