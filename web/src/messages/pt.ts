import { gather } from './gather.ts'

export const catalogue = gather(import.meta.glob<object>('./pt/*.json', { eager: true, import: 'default' }))
