-- The brands of the platform and of resellers over all cells: the same tables as in a cell. A node without a brand uses
-- that of the nearest one above.

create table brands (
  node           int primary key references nodes on delete cascade,
  -- That of the node, so that policies need no join.
  path           text collate "C" not null unique,
  name           text not null check (length(name) between 1 and 60),
  short_name     text not null check (length(short_name) between 1 and 12),
  color          text collate "C" not null check (color ~ '^#[0-9a-f]{6}$'),
  -- Of the sign-in page.
  sentence       text check (length(sentence) between 1 and 300),
  help_url       text check (length(help_url) <= 500),
  terms_url      text check (length(terms_url) <= 500),
  privacy_url    text check (length(privacy_url) <= 500),
  imprint_url    text check (length(imprint_url) <= 500),
  support_email  text check (length(support_email) <= 254),
  support_phone  text check (length(support_phone) <= 32),
  -- Of e-mails: where answers go, and what stands below.
  reply_to       text check (length(reply_to) <= 254),
  mail_footer    text check (length(mail_footer) between 1 and 600),
  updated_at     timestamptz not null
);
alter table brands enable row level security;
alter table brands force row level security;

-- Always written from pixels, see features/brands/pictures. An icon has three sizes.
create table brand_pictures (
  node       int not null references brands on delete cascade,
  path       text collate "C" not null,
  kind       text collate "C" not null
    check (kind in ('logoLight', 'logoDark', 'icon', 'icon192', 'iconMaskable')),
  -- Part of the URL: a picture of a URL never changes.
  hash       text collate "C" not null check (hash ~ '^[0-9a-f]{64}$'),
  width      int not null,
  height     int not null,
  png        bytea not null check (length(png) <= 6000000),
  primary key (node, kind)
);
create index brand_pictures_by_hash on brand_pictures (hash);
alter table brand_pictures enable row level security;
alter table brand_pictures force row level security;

create policy of_directory on brands using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller on brands using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update, delete on brands to rastro_app;

create policy of_directory on brand_pictures using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller on brand_pictures using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update, delete on brand_pictures to rastro_app;
