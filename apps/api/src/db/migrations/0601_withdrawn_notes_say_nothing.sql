-- What a withdrawn note would have said was declared to nobody.
update service_note set facts = null where state = 'WITHDRAWN' and facts is not null;
