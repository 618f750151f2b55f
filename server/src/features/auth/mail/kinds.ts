// Every identity e-mail. The names are stored in identity_mails.

import { accountErased } from './account-erased.ts'
import { accountStatus } from './account-status.ts'
import { apiKeyChanged } from './api-key-changed.ts'
import { apiKeyCreated } from './api-key-created.ts'
import { apiKeyExpired } from './api-key-expired.ts'
import { apiKeyExpiring } from './api-key-expiring.ts'
import { emailChanged } from './email-changed.ts'
import { emailConfirmation } from './email-confirmation.ts'
import { erasureSoon } from './erasure-soon.ts'
import { factorAdded } from './factor-added.ts'
import { factorRemoved } from './factor-removed.ts'
import { failedSignIns } from './failed-sign-ins.ts'
import { hostFailing } from './host-failing.ts'
import { invitation } from './invitation.ts'
import type { MailKind } from './mail.types.ts'
import { mailTest } from './mail-test.ts'
import { newSignIn } from './new-sign-in.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import { platformCap } from './platform-cap.ts'
import { recoveryCodeUsed } from './recovery-code-used.ts'
import { recoveryStarted } from './recovery-started.ts'
import { resellerCap } from './reseller-cap.ts'
import { secondFactorReset } from './second-factor-reset.ts'
import { signUp } from './sign-up.ts'
import { signUpKnown } from './sign-up-known.ts'
import { spendingCap } from './spending-cap.ts'
import { ssoBypassed } from './sso-bypassed.ts'
import { ssoChanged } from './sso-changed.ts'
import { ssoLinked } from './sso-linked.ts'
import { supportRequest, supportSession } from './support-session.ts'
import { trialEnding } from './trial-ending.ts'

export const mailKinds = {
  'account-erased': accountErased,
  'account-status': accountStatus,
  'api-key-changed': apiKeyChanged,
  'api-key-created': apiKeyCreated,
  'api-key-expired': apiKeyExpired,
  'api-key-expiring': apiKeyExpiring,
  'email-changed': emailChanged,
  'email-confirmation': emailConfirmation,
  'erasure-soon': erasureSoon,
  'factor-added': factorAdded,
  'factor-removed': factorRemoved,
  'failed-sign-ins': failedSignIns,
  'host-failing': hostFailing,
  invitation,
  'mail-test': mailTest,
  'new-sign-in': newSignIn,
  'password-changed': passwordChanged,
  'password-reset': passwordReset,
  'platform-cap': platformCap,
  'recovery-code-used': recoveryCodeUsed,
  'recovery-started': recoveryStarted,
  'reseller-cap': resellerCap,
  'second-factor-reset': secondFactorReset,
  'sign-up': signUp,
  'sign-up-known': signUpKnown,
  'spending-cap': spendingCap,
  'sso-bypassed': ssoBypassed,
  'sso-changed': ssoChanged,
  'sso-linked': ssoLinked,
  'support-request': supportRequest,
  'support-session': supportSession,
  'trial-ending': trialEnding,
} satisfies Record<string, MailKind>
