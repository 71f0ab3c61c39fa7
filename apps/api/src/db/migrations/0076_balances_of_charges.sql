-- An invoice made of fine and interest alone, as the balance of one that was paid without them, bears no fine again.
alter table invoice add column only_charges boolean not null
  generated always as (lines <> '[]' and not jsonb_path_exists(lines, '$[*] ? (!(@.late == true))')) stored;
