import { defineJob } from '../../platform/jobs/jobs.ts'

export interface ContactCode {
  accountId: number
  contactId: string
  /** The encrypted code: the database stores only its hash. */
  sealed: string
  /** The encrypted secret of the link; absent in jobs of the previous version. */
  sealedLink?: string
}

/** Sends a code to a contact. It expires after ten minutes. */
export const contactCode = defineJob<ContactCode>('contact-code', {
  retryLimit: 3,
  retryDelay: 5,
  batchSize: 10,
})
