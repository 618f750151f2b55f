import { gather } from './gather.ts'

export const catalogue = gather(import.meta.glob<object>('./es/*.json', { eager: true, import: 'default' }))
