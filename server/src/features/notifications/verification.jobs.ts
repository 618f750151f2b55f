import { defineJob } from '../../platform/jobs/jobs.ts'

export interface ContactCode {
  accountId: number
  contactId: string
  /** The code, sealed: the database keeps only what proves it. */
  sealed: string
}

/** A code on its way to a contact. After ten minutes it is good for nothing. */
export const contactCode = defineJob<ContactCode>('contact-code', {
  retryLimit: 3,
  retryDelay: 5,
  atOnce: 10,
})
