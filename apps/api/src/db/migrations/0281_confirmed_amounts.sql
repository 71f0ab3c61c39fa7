-- Prices of a sheet that a person confirmed, beside the other answers.
alter table import_run alter column answers set default '{"words":[],"people":[],"amounts":[]}';
update import_run set answers = answers || '{"amounts":[]}';
