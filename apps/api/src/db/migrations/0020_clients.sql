-- Marks are dropped, from what is searched and from what is searched for: a document, a phone or an e-mail is one word,
-- with its mask and without, to the trigram index too. Left in, the domain of an e-mail would start words of its own, and
-- "co" would bring up everybody only to drop them again.
create function search_words(variadic parts text[]) returns text
  language sql immutable parallel safe
  return left(translate(public.search_text(variadic parts), '.,;:@_/()+-''’', ''), 600);

-- What a word of a search is compared with, in the same spelling; two letters match the start of a word.
create function search_pattern(word text) returns text
  language sql immutable parallel safe
  return (
    select case when length(bare) < 3 then '% ' else '%' end || regexp_replace(bare, '[\\%]', '\\\&', 'g') || '%'
    from (select replace(public.search_words(word), ' ', '') as bare) as spelt
  );

-- Bounded, because an index below holds it whole.
alter table client drop column search;
alter table client add column search text generated always as (search_words(name, email, cpf_cnpj, phone, cellphone)) stored;
alter table property drop column search;
alter table property add column search text generated always as (search_words(street, number, complement, neighborhood, city, cep)) stored;

-- Whoever was deleted is in it: contracts, invoices and transfers are searched by the names of their people too.
create index client_search on client using gin (search gin_trgm_ops);
create index property_search on property using gin (search gin_trgm_ops);

-- A word that finds every other client is counted here alone, in half the time that the rows themselves take.
drop index client_newest;
create index client_listed on client (id desc) include (search, type, active) where deleted_at is null;
