// Whether letters and SMS can leave, and the broker of phones can be heard. Nothing is sent.

import { connect } from 'node:net'
import { reachSmtp } from '../../features/notifications/channels/smtp-reach.api.ts'
import type { Check, Finding } from './doctor.types.ts'
import { byPerson, fault, inEnvironment, inShell, ok, quoted, warning } from './findings.ts'

const withinMs = 4_000
const usualPorts: Record<string, number> = {
  'smpp:': 2775,
  'ssmpp:': 3550,
  'http:': 80,
  'https:': 443,
  'mqtt:': 1883,
  'mqtts:': 8883,
}

function reachTcp(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: withinMs })
    const end = (settle: () => void) => {
      socket.destroy()
      settle()
    }
    socket.once('connect', () => end(resolve))
    socket.once('timeout', () => end(() => reject(new Error(`no answer within ${withinMs / 1_000} s`))))
    socket.once('error', (error) => end(() => reject(error)))
  })
}

/** Only whether somebody listens: more would be a sign-in that can end the one that is at work. */
async function judgeLine(name: string, url: string, who: string, follows: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(url)
  const [host, at] = [hostname.replace(/^\[|\]$/g, ''), Number(port) || (usualPorts[protocol] ?? 0)]
  try {
    await reachTcp(host, at)
    return ok(`${who} listens on ${host}:${at}`)
  } catch (error) {
    return fault(
      `${who} at ${host}:${at} cannot be reached: ${(error as Error).message}`,
      follows,
      inShell(`nc -vz ${host} ${at}`),
      byPerson(`Correct ${name}, or the firewall between.`),
    )
  }
}

export const wayOutChecks: Check[] = [
  {
    id: 'ways-out.smtp',
    group: 'ways out',
    about: 'the mail server cannot be reached, or does not take us',
    async look({ config }) {
      const { smtpUrl } = config.notifications
      if (!smtpUrl)
        return warning(
          'RASTRO_SMTP_URL is not set',
          'No e-mail is sent: alerts by e-mail show as failed, and contacts cannot be verified.',
          inEnvironment('export RASTRO_SMTP_URL=smtp://USER:PASSWORD@HOST:587'),
        )
      const { hostname, port, protocol } = new URL(smtpUrl)
      const where = `the mail server at ${hostname}${port && `:${port}`}`
      try {
        await reachSmtp(smtpUrl, withinMs)
        return ok(`${where} takes us`)
      } catch (error) {
        const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number }
        const found = `${where} does not take us: ${message}`
        const follows = 'No e-mail leaves: alerts by e-mail wait, and fail in the end.'
        const isTlsRefused = /wrong version number|packet length too long|EPROTO|ERR_SSL/i.test(
          `${message} ${code}`,
        )
        if (protocol === 'smtps:' && isTlsRefused)
          return fault(
            found,
            follows,
            inEnvironment(
              `export RASTRO_SMTP_URL="$(echo "$RASTRO_SMTP_URL" | sed s/^smtps:/smtp:/)" # TLS begins later, by STARTTLS`,
            ),
          )
        if (responseCode === 535 || code === 'EAUTH')
          return fault(found, follows, byPerson('Correct user and password in RASTRO_SMTP_URL.'))
        return fault(
          found,
          follows,
          inShell(`nc -vz ${hostname} ${port || 587}`),
          byPerson('Correct RASTRO_SMTP_URL, or the firewall between.'),
        )
      }
    },
  },
  {
    id: 'ways-out.mail-from',
    group: 'ways out',
    about: 'letters are from an address that no server accepts',
    look({ config }) {
      const { smtpUrl, mailFrom } = config.notifications
      if (!smtpUrl) return []
      const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? ''
      if (domain.includes('.') && !/^[\d.]+$/.test(domain)) return ok(`letters are from ${mailFrom}`)
      const { hostname } = new URL(smtpUrl)
      const guess = hostname.split('.').slice(-2).join('.')
      const better = /^[\d.]+$/.test(hostname) || !guess.includes('.') ? 'example.com' : guess
      return warning(
        `letters are from ${mailFrom}`,
        'Other mail servers take them for spam, or refuse them.',
        inEnvironment(`export RASTRO_MAIL_FROM=${quoted(`Rastro <alerts@${better}>`)} # your own domain`),
      )
    },
  },
  {
    id: 'ways-out.sms',
    group: 'ways out',
    about: 'the SMS centre or provider cannot be reached',
    async look({ config }) {
      const { smppUrl, smsHttpUrl } = config.notifications
      const follows = 'No SMS leaves: alerts by SMS wait, and fail in the end.'
      if (smppUrl) return judgeLine('RASTRO_SMPP_URL', smppUrl, 'the SMS centre', follows)
      if (smsHttpUrl) return judgeLine('RASTRO_SMS_HTTP_URL', smsHttpUrl, 'the SMS provider', follows)
      return ok('no way for SMS is set up: alerts by SMS show as failed')
    },
  },
  {
    id: 'ways-out.sms-twice',
    group: 'ways out',
    about: 'two ways for SMS are set up',
    look({ config }) {
      const { smppUrl, smsHttpUrl } = config.notifications
      if (!smppUrl || !smsHttpUrl) return []
      return warning(
        'both RASTRO_SMPP_URL and RASTRO_SMS_HTTP_URL are set',
        'Only the first is used.',
        inEnvironment('unset RASTRO_SMS_HTTP_URL'),
      )
    },
  },
  {
    id: 'ways-out.mqtt',
    group: 'ways out',
    about: 'the broker that phones publish to cannot be reached',
    async look({ config }) {
      const { mqttUrl } = config.gateway
      if (!mqttUrl) return []
      return judgeLine(
        'RASTRO_MQTT_URL',
        mqttUrl,
        'the MQTT broker',
        'Phones that publish there are not heard.',
      )
    },
  },
]
