export const pictureKinds = ['logoLight', 'logoDark', 'icon'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** An icon is stored in three sizes. */
export type StoredKind = PictureKind | 'icon192' | 'iconMaskable'

export interface StoredPicture {
  kind: StoredKind
  hash: string
  width: number
  height: number
  png: Uint8Array
}

export const brandTexts = [
  'sentence',
  'helpUrl',
  'termsUrl',
  'privacyUrl',
  'imprintUrl',
  'supportEmail',
  'supportPhone',
  'replyTo',
  'mailFooter',
] as const
export type BrandText = (typeof brandTexts)[number]

/** What the people of a reseller choose. */
export type BrandFields = { name: string; shortName: string; color: string } & Record<
  BrandText,
  string | null
>

export interface PictureLink {
  url: string
  width: number
  height: number
}

export type Brand = BrandFields & {
  pictures: Record<PictureKind, PictureLink | null>
  updatedAt: string
}

/** The brand that is in force for a node. */
export type EffectiveBrand = BrandFields & { pictures: Record<StoredKind, PictureLink | null> }
