import { gather } from './gather.ts'

export const catalogue = gather(import.meta.glob<object>('./en/*.json', { eager: true, import: 'default' }))
