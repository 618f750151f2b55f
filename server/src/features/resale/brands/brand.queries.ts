// Brands and their pictures. A reseller reads and writes its own, by policy; the directory reads all.

import type { Db } from '../../../platform/db/db.ts'
import { asTime } from '../../../platform/db/json-text.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import { findPathOfAccount } from '../../../platform/sites/sites.queries.ts'
import type { Brand, BrandFields, EffectiveBrand, PictureKind, StoredPicture } from './brand.types.ts'

/** Of a segment of a path: eight digits and a slash. */
const segmentLength = 9

const picturesJson = sql`(
  select coalesce(jsonb_object_agg(p.kind, jsonb_build_object(
    'url', '/brand/' || p.hash || '.png', 'width', p.width, 'height', p.height)), '{}')
  from brand_pictures p where p.node = b.node)`

const fieldsJson = sql`jsonb_build_object(
  'name', b.name, 'shortName', b.short_name, 'color', b.color, 'sentence', b.sentence, 'helpUrl', b.help_url,
  'termsUrl', b.terms_url, 'privacyUrl', b.privacy_url, 'imprintUrl', b.imprint_url, 'supportEmail', b.support_email,
  'supportPhone', b.support_phone, 'replyTo', b.reply_to, 'mailFooter', b.mail_footer,
  'pictures', '{"logoLight": null, "logoDark": null, "icon": null}'::jsonb || ${picturesJson},
  'updatedAt', ${asTime(sql`b.updated_at`)})`

const noPictures = sql`'{"icon192": null, "iconMaskable": null}'::jsonb`
const effectiveJson = sql`${fieldsJson} - 'updatedAt'
  || jsonb_build_object('pictures', ${noPictures} || (${fieldsJson} -> 'pictures'))`

export async function findBrand(db: Db, path: string): Promise<Brand | undefined> {
  const [row] = await db<{ json: Brand }>`select ${fieldsJson} as json from brands b where b.path = ${path}`
  return row?.json
}

/** That of the node itself, or of the nearest one above it. */
export async function findEffective(tree: Db, path: string): Promise<EffectiveBrand | undefined> {
  const paths = pathsAbove(path)
  const [row] = await tree<{ json: EffectiveBrand }>`
    select ${effectiveJson} as json from brands b where b.path = any(${paths}::text[])
    order by b.path desc limit 1`
  return row?.json
}

export async function findPlatformBrand(tree: Db): Promise<EffectiveBrand | undefined> {
  const [row] = await tree<{ json: EffectiveBrand }>`
    select ${effectiveJson} as json from nodes n join brands b on b.node = n.number where n.id = 'platform'`
  return row?.json
}

function pathsAbove(path: string): string[] {
  const count = Math.floor(path.length / segmentLength)
  return Array.from({ length: count }, (_, index) => path.slice(0, (index + 1) * segmentLength))
}

/** From the top down. An account that is not in the tree yet has that of the platform. */
export async function listPathsOfAccount(tree: Db, accountNumber: number): Promise<string[]> {
  const path = await findPathOfAccount(tree, accountNumber)
  if (path !== undefined) return pathsAbove(path)
  return (await tree<{ path: string }>`select path from nodes where id = 'platform'`).map((node) => node.path)
}

export async function replaceBrand(db: Db, path: string, brand: BrandFields, now: Date): Promise<void> {
  await db`
    insert into brands (node, path, name, short_name, color, sentence, help_url, terms_url, privacy_url, imprint_url,
      support_email, support_phone, reply_to, mail_footer, updated_at)
    select n.number, n.path, ${brand.name}, ${brand.shortName}, ${brand.color}, ${brand.sentence}, ${brand.helpUrl},
      ${brand.termsUrl}, ${brand.privacyUrl}, ${brand.imprintUrl}, ${brand.supportEmail}, ${brand.supportPhone},
      ${brand.replyTo}, ${brand.mailFooter}, ${now}
    from nodes n where n.path = ${path}
    on conflict (node) do update set name = excluded.name, short_name = excluded.short_name, color = excluded.color,
      sentence = excluded.sentence, help_url = excluded.help_url, terms_url = excluded.terms_url,
      privacy_url = excluded.privacy_url, imprint_url = excluded.imprint_url, support_email = excluded.support_email,
      support_phone = excluded.support_phone, reply_to = excluded.reply_to, mail_footer = excluded.mail_footer,
      updated_at = excluded.updated_at`
}

/** With its pictures. */
export async function deleteBrand(db: Db, path: string): Promise<boolean> {
  const rows = await db`delete from brands where path = ${path} returning node`
  return rows.length > 0
}

/** All sizes of a picture at once. False if there is no brand. */
export async function keepPictures(
  db: Db,
  path: string,
  pictures: StoredPicture[],
  now: Date,
): Promise<boolean> {
  const rows = await db`
    with changed as (update brands set updated_at = ${now} where path = ${path} returning node, path),
    stored as (
      insert into brand_pictures (node, path, kind, hash, width, height, png)
      select c.node, c.path, p.kind, p.hash, p.width, p.height, p.png
      from changed c, unnest(${pictures.map(({ kind }) => kind)}::text[], ${pictures.map(({ hash }) => hash)}::text[],
        ${pictures.map(({ width }) => width)}::int[], ${pictures.map(({ height }) => height)}::int[],
        ${pictures.map(({ png }) => Buffer.from(png))}::bytea[]) as p (kind, hash, width, height, png)
      on conflict (node, kind) do update set hash = excluded.hash, width = excluded.width, height = excluded.height,
        png = excluded.png)
    select from changed`
  return rows.length > 0
}

export async function deletePictures(db: Db, path: string, kind: PictureKind, now: Date): Promise<void> {
  const kinds = kind === 'icon' ? ['icon', 'icon192', 'iconMaskable'] : [kind]
  await db`
    with deleted as (delete from brand_pictures where path = ${path} and kind = any(${kinds}::text[]) returning node)
    update brands set updated_at = ${now} where node = any (array(select node from deleted))`
}

/** Pictures are public: the hash is known only to those who have seen the brand. */
export async function findPicture(tree: Db, hash: string): Promise<Buffer | undefined> {
  const [row] = await tree<{ png: Buffer }>`select png from brand_pictures where hash = ${hash} limit 1`
  return row?.png
}
