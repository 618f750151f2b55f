// `rastro resale brand`: the name, color, texts and pictures of your reseller.

import { readFile } from 'node:fs/promises'
import type { Brand, Rastro } from '@rastro/client'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { fieldsOf, print } from '../output.ts'

const pictureKinds = ['logoLight', 'logoDark', 'icon'] as const
type PictureKind = (typeof pictureKinds)[number]

type BrandOptions = ClientOptions &
  Partial<Omit<Brand, 'pictures' | 'updatedAt'>> &
  Partial<Record<PictureKind, string>> & { delete?: true }

export const brandCommand = () =>
  asClient(
    new Command('brand')
      .option('--name <name>', 'name of the product')
      .option('--short-name <name>', 'at most 12 characters, below the icon on a phone')
      .option('--color <color>', 'of buttons and links: #rrggbb')
      .option('--sentence <text>', 'shown on the sign-in page')
      .option('--help-url <url>', 'link of the sign-in page: help')
      .option('--terms-url <url>', 'link of the sign-in page: terms of service')
      .option('--privacy-url <url>', 'link of the sign-in page: privacy policy')
      .option('--imprint-url <url>', 'link of the sign-in page: legal notice')
      .option('--support-email <address>', 'shown to users who need help')
      .option('--support-phone <number>', 'shown to users who need help')
      .option('--reply-to <address>', 'where answers to e-mails go')
      .option('--mail-footer <text>', 'plain text below e-mails')
      .option('--logo-light <file>', 'PNG for a light background, at most 1024 × 256 pixels')
      .option('--logo-dark <file>', 'PNG for a dark background, at most 1024 × 256 pixels')
      .option('--icon <file>', 'PNG, a square of 512 to 1024 pixels')
      .option('--delete', 'delete the brand: that of the provider is in force again'),
  )
    .description('show or change the brand of your reseller; an empty text removes one')
    .action(({ delete: isDeleting, logoLight, logoDark, icon, ...options }: BrandOptions) =>
      connected(options, async (rastro) => {
        const { fields, rest } = split(options)
        if (isDeleting) await rastro.delete('/api/resale/brand')
        else if (Object.keys(fields).length > 0) await change(rastro, fields)
        await upload(rastro, { logoLight, logoDark, icon })
        const { brand, effectiveBrand } = await rastro.get('/api/resale/brand')
        const { pictures, ...shown } = effectiveBrand
        const words = fieldsOf({
          ...(brand === null && { inherited: 'yes' }),
          ...shown,
          pictures: pictureKinds.filter((kind) => pictures[kind]).join(', '),
        })
        print(rest, { brand, effectiveBrand }, words)
      }),
    )

const texts = [
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
const names = ['name', 'shortName', 'color', ...texts] as const
type Fields = Partial<Record<(typeof names)[number], string | null>>

function split(options: Omit<BrandOptions, 'delete' | PictureKind>): { fields: Fields; rest: ClientOptions } {
  const fields: Fields = {}
  for (const name of names) if (options[name] !== undefined) fields[name] = options[name] || null
  return { fields, rest: options }
}

/** What is not given stays. */
async function change(rastro: Rastro, fields: Fields): Promise<void> {
  const { brand, effectiveBrand } = await rastro.get('/api/resale/brand')
  const kept = Object.fromEntries(texts.map((name) => [name, brand?.[name] ?? null]))
  const { name, shortName, color, ...changed } = fields
  await rastro.put('/api/resale/brand', {
    body: {
      ...kept,
      ...changed,
      name: name ?? brand?.name ?? effectiveBrand.name,
      shortName: shortName ?? brand?.shortName ?? effectiveBrand.shortName,
      color: color ?? brand?.color ?? effectiveBrand.color,
    },
  })
}

async function upload(rastro: Rastro, files: Record<PictureKind, string | undefined>): Promise<void> {
  for (const kind of pictureKinds) {
    const file = files[kind]
    if (file === undefined) continue
    const bytes = await readFile(file).catch((error) => {
      throw new UsageError(`${file} cannot be read: ${error.message}`)
    })
    const body = new Blob([bytes], { type: 'image/png' })
    await rastro.put('/api/resale/brand/pictures/{type}', { path: { type: kind }, body })
  }
}
