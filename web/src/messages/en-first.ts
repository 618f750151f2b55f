import { gather } from './gather.ts'

export const catalogue = gather(
  import.meta.glob<object>(
    './en/{account-status,alerts,first-day,live,map,preferences,second-factor,sessions,shell,ui}.json',
    { eager: true, import: 'default' },
  ),
)
