import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { BrandFields } from './brand.types.ts'
import { brandTexts, pictureKinds } from './brand.types.ts'

/** Visible characters, and none that change the direction of text or hide in it. */
const plainPattern = '^(?=.*\\S)[^\\p{Cc}\\p{Cf}\\u2028\\u2029]*$'
const plainLinesPattern = '^(?=[\\s\\S]*\\S)([^\\p{Cc}\\p{Cf}\\u2028\\u2029]|\\n)*$'

const orNull = <S extends ReturnType<typeof Type.String>>(schema: S) => Type.Union([schema, Type.Null()])
const plainText = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: plainPattern, ...(description && { description }) })
const webUrl = (description: string) => Type.String({ maxLength: 500, pattern: '^https://', description })
const email = (description: string) => Type.String({ format: 'email', maxLength: 254, description })

const optional = {
  sentence: plainText(300, 'Shown on the sign-in page.'),
  helpUrl: webUrl('Link of the sign-in page: help.'),
  termsUrl: webUrl('Link of the sign-in page: terms of service.'),
  privacyUrl: webUrl('Link of the sign-in page: privacy policy.'),
  imprintUrl: webUrl('Link of the sign-in page: legal notice.'),
  supportEmail: email('Shown to users who need help.'),
  supportPhone: Type.String({
    pattern: '^\\+?[0-9][0-9 ()/.-]{2,30}$',
    description: 'Shown to users who need help.',
  }),
  replyTo: email('Where answers to e-mails go.'),
  mailFooter: Type.String({
    minLength: 1,
    maxLength: 600,
    pattern: plainLinesPattern,
    description: 'Plain text below e-mails.',
  }),
}

const required = {
  name: plainText(60, 'Shown as the name of the product.'),
  shortName: plainText(12, 'Below the icon on the home screen of a phone.'),
  color: Type.String({
    pattern: '^#[0-9a-f]{6}$',
    examples: ['#0b7285'],
    description: 'Of buttons and links; made darker or lighter where text would not be readable.',
  }),
}

export const BrandBody = Type.Object(
  {
    ...required,
    ...(Object.fromEntries(
      brandTexts.map((name) => [
        name,
        Type.Optional(orNull(optional[name] as ReturnType<typeof Type.String>)),
      ]),
    ) as Record<
      (typeof brandTexts)[number],
      ReturnType<typeof Type.Optional<ReturnType<typeof orNull<ReturnType<typeof Type.String>>>>>
    >),
  },
  { additionalProperties: false },
)

/** An absent text is none. */
export function fieldsOf({ name, shortName, color, ...texts }: Static<typeof BrandBody>): BrandFields {
  const given = Object.fromEntries(brandTexts.map((text) => [text, texts[text] ?? null]))
  return { name, shortName, color, ...given } as BrandFields
}

const picture = Type.Union([
  Type.Object({
    url: Type.String({ description: 'Path on this server; another picture has another path.' }),
    width: Type.Integer(),
    height: Type.Integer(),
  }),
  Type.Null(),
])

const shownFields = {
  name: Type.String(),
  shortName: Type.String(),
  color: Type.String(),
  ...(Object.fromEntries(brandTexts.map((name) => [name, orNull(Type.String())])) as Record<
    (typeof brandTexts)[number],
    ReturnType<typeof orNull<ReturnType<typeof Type.String>>>
  >),
}
const pictures = { logoLight: picture, logoDark: picture, icon: picture }

export const BrandView = Type.Object(
  { ...shownFields, pictures: Type.Object(pictures), updatedAt: Type.String({ format: 'date-time' }) },
  { $id: 'Brand', title: 'Brand' },
)

export const EffectiveBrandView = Type.Object(
  { ...shownFields, pictures: Type.Object({ ...pictures, icon192: picture, iconMaskable: picture }) },
  { $id: 'EffectiveBrand', title: 'Brand in force' },
)

export const PicturePath = Type.Object({
  type: Type.Enum([...pictureKinds], {
    type: 'string',
    description: 'For a light or dark background, or the icon.',
  }),
})
