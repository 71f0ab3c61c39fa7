-- How an agency looks in public: pictures, one colour, texts and contacts of its pages.
alter table agency
  -- Storage keys of PNGs: the logo for dark grounds, and a square icon.
  add column logo_dark text,
  -- Width of the logo for a height of 100, so that pages keep its place; null for logos sent before.
  add column logo_ratio integer,
  -- Whether the name stands beside the logo; a logo that has the name in it needs none.
  add column shows_name boolean not null default true,
  add column icon text,
  -- Photograph of the site's home page, as those of listings are stored, with its dimensions.
  add column cover text,
  add column cover_width integer,
  add column cover_height integer,
  -- As chosen; shades that can be read are computed from it.
  add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
  add column headline text,
  add column about text,
  add column whatsapp text,
  add column hours_weekdays text,
  add column hours_saturday text,
  add column hours_sunday text,
  add column instagram text,
  add column facebook text,
  add column youtube text,
  add column linkedin text,
  -- Null: the notice of the product's template.
  add column privacy text,
  -- Whether the public pages end with a line that names the product.
  add column names_product boolean not null default false,
  add constraint agency_cover_size check ((cover is null) = (cover_width is null) and (cover is null) = (cover_height is null));
