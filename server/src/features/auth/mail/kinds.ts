// Every identity e-mail. The names are stored in identity_mails.

import { emailChanged } from './email-changed.ts'
import { emailConfirmation } from './email-confirmation.ts'
import { failedSignIns } from './failed-sign-ins.ts'
import { invitation } from './invitation.ts'
import type { MailKind } from './mail.types.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import { spendingCap } from './spending-cap.ts'

export const mailKinds = {
  'email-changed': emailChanged,
  'email-confirmation': emailConfirmation,
  'failed-sign-ins': failedSignIns,
  invitation,
  'password-changed': passwordChanged,
  'password-reset': passwordReset,
  'spending-cap': spendingCap,
} satisfies Record<string, MailKind>
