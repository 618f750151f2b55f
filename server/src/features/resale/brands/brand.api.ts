// Which brand is in force where. Every process keeps what it has read for a while: a change shows within a minute, and
// while the directory is unavailable the last known brand stays.

import type { Context } from '../../../platform/context.ts'
import type { Site } from '../../../platform/sites/site.types.ts'
import { findPathOfAccount } from '../../../platform/sites/sites.queries.ts'
import { createLastKnown } from '../last-known.ts'
import { treeOf } from '../tree-database.ts'
import * as queries from './brand.queries.ts'
import type { EffectiveBrand } from './brand.types.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'log'>

const defaultColor = '#1864ab'
const maxShortName = 12
/** Not the number of an account. */
const platform = 0
/** The number of an account, or the path of a reseller. */
type Whose = number | string

/** Of any brand: a picture is public. */
export function findBrandPicture(
  ctx: Pick<Context, 'db' | 'cells'>,
  hash: string,
): Promise<Buffer | undefined> {
  return queries.findPicture(treeOf(ctx), hash)
}

export interface Brands {
  /** What browsers see before sign-in: that of the reseller whose host it is. */
  ofSite(site: Pick<Site, 'path'>): Promise<EffectiveBrand>
  /** The last known one: it never fails. */
  ofAccount(accountId: number): Promise<EffectiveBrand>
  /** As it is now. */
  readOfAccount(accountId: number): Promise<EffectiveBrand>
}

/** Of an installation that has set none. */
export function defaultBrand({ config }: Pick<Context, 'config'>): EffectiveBrand {
  const name = config.web.productName
  return {
    name,
    shortName: [...name].slice(0, maxShortName).join('').trim(),
    color: defaultColor,
    sentence: null,
    helpUrl: null,
    termsUrl: null,
    privacyUrl: null,
    imprintUrl: null,
    supportEmail: null,
    supportPhone: null,
    replyTo: null,
    mailFooter: null,
    pictures: { logoLight: null, logoDark: null, icon: null, icon192: null, iconMaskable: null },
  }
}

export function createBrands(ctx: Needs): Brands {
  const find = createLastKnown(ctx, 'brand', (whose: Whose) => findOf(ctx, whose))
  return {
    ofSite: async ({ path }) => (await find(path ?? platform)) ?? defaultBrand(ctx),
    ofAccount: async (accountId) => (await find(accountId)) ?? defaultBrand(ctx),
    readOfAccount: async (accountId) => (await findOf(ctx, accountId)) ?? defaultBrand(ctx),
  }
}

/** An account that is not in the tree yet has the brand of the platform. */
async function findOf(ctx: Needs, whose: Whose): Promise<EffectiveBrand | undefined> {
  const tree = treeOf(ctx)
  const path = typeof whose === 'string' ? whose : await findPathOfAccount(tree, whose)
  return path === undefined ? queries.findPlatformBrand(tree) : queries.findEffective(tree, path)
}
