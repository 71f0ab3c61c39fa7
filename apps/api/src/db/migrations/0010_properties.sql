-- What the filters ask lies in the index itself: a rare kind of property is found by price without reading every row.
drop index property_price;
create index property_price on property (price, id) include (type, status, location) where deleted_at is null;
