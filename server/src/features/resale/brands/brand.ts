// The brand of a reseller, or of the platform: its people set it in the console.

import type { Context } from '../../../platform/context.ts'
import { ConflictError, InvalidError, UnprocessableError } from '../../../platform/http/errors.ts'
import type { ManagedNode } from '../resale.types.ts'
import { branchOf, treeOf } from '../tree-database.ts'
import { defaultBrand } from './brand.api.ts'
import * as queries from './brand.queries.ts'
import type { Brand, BrandFields, EffectiveBrand, PictureKind } from './brand.types.ts'
import { iconSize, logoSize } from './pictures/prepare.ts'
import { prepareInThread } from './pictures/prepare-threads.ts'
import { isWebUrl } from './web-url.ts'

type Reads = Pick<Context, 'db' | 'cells' | 'config'>
type Needs = Reads & Pick<Context, 'now'>

const urlFields = ['helpUrl', 'termsUrl', 'privacyUrl', 'imprintUrl'] as const

/** Its own, or null; and the one in force, which may be that of a node above. */
export async function getBrand(
  ctx: Reads,
  { path }: ManagedNode,
): Promise<{ brand: Brand | null; effectiveBrand: EffectiveBrand }> {
  const brand = (await queries.findBrand(branchOf(ctx, path), path)) ?? null
  const effective = await queries.findEffective(treeOf(ctx), path)
  return { brand, effectiveBrand: effective ?? defaultBrand(ctx) }
}

export async function replaceBrand(ctx: Needs, managed: ManagedNode, brand: BrandFields): Promise<void> {
  const wrong = urlFields.filter((field) => brand[field] !== null && !isWebUrl(brand[field]))
  if (wrong.length > 0) {
    throw new InvalidError('body.invalid', `${wrong.join(', ')}: give a URL that starts with https://.`, {
      details: wrong.map((field) => ({
        path: `/${field}`,
        message: 'must be a URL that starts with https://',
      })),
    })
  }
  await requireFreeName(ctx, managed, brand)
  await queries.replaceBrand(branchOf(ctx, managed.path), managed.path, brand, ctx.now())
}

/** A reseller does not appear as the platform. */
async function requireFreeName(
  ctx: Reads,
  managed: ManagedNode,
  { name, shortName }: BrandFields,
): Promise<void> {
  if (managed.depth === 0) return
  const platform = (await queries.findPlatformBrand(treeOf(ctx))) ?? defaultBrand(ctx)
  const reserved = [platform.name, platform.shortName].map(comparable)
  if (![name, shortName].some((one) => reserved.includes(comparable(one)))) return
  throw new ConflictError('brand.name_reserved', 'This is the name of the platform. Choose another.')
}

function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Afterwards that of the nearest node above is in force. */
export async function deleteBrand(ctx: Reads, { path }: ManagedNode): Promise<boolean> {
  return queries.deleteBrand(branchOf(ctx, path), path)
}

/** Stored as pixels that were decoded and written again; never the bytes that were sent. */
export async function replacePicture(
  ctx: Needs,
  { path }: ManagedNode,
  kind: PictureKind,
  bytes: Buffer,
): Promise<void> {
  const prepared = await prepareInThread({ kind, bytes })
  if ('fault' in prepared) throw new UnprocessableError('brand.picture_refused', refusals[prepared.fault])
  if (await queries.keepPictures(branchOf(ctx, path), path, prepared.pictures, ctx.now())) return
  throw new ConflictError('brand.not_set', 'Save the brand with its name first.')
}

export async function deletePicture(ctx: Needs, { path }: ManagedNode, kind: PictureKind): Promise<void> {
  await queries.deletePictures(branchOf(ctx, path), path, kind, ctx.now())
}

const refusals = {
  not_png: 'The picture is not a PNG.',
  damaged: 'The PNG is damaged.',
  unsupported: 'Interlaced PNGs are not supported. Save it without interlacing.',
  too_large: `The picture is too large. A logo has at most ${logoSize.width} × ${logoSize.height} pixels, an icon ${iconSize.max} × ${iconSize.max}.`,
  too_small: `An icon has at least ${iconSize.min} × ${iconSize.min} pixels.`,
  not_square: 'An icon is a square.',
}
