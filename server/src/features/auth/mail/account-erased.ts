import type { MailKind } from './mail.types.ts'

/** `statement` is the signed statement as JSON; `rows`, `tables`, `logsUntil` and `backupsUntil` are in it too. */
export const accountErased: MailKind = {
  isNotice: false,
  texts: {
    en: ({ product, values, time }) => ({
      subject: `${product}: your account was erased`,
      lines: [
        `Your account was erased: ${values.rows} rows in ${values.tables} tables, its events, its photos and its exports.`,
        `Received messages of trackers are kept by all accounts together and expire until ${time(values.logsUntil!)}. Backups of the operator expire until ${time(values.backupsUntil!)}; if one is restored, the account is erased again before it is used.`,
        'This is the signed statement. Keep it: your provider can verify it.',
        values.statement!,
      ],
      after: ['This address was deleted too. You will receive no further e-mails.'],
    }),
    es: ({ product, values, time }) => ({
      subject: `${product}: su cuenta ha sido borrada`,
      lines: [
        `Su cuenta ha sido borrada: ${values.rows} filas en ${values.tables} tablas, sus eventos, sus fotos y sus exportaciones.`,
        `Los mensajes recibidos de los rastreadores se guardan junto con los de otras cuentas y caducan hasta el ${time(values.logsUntil!)}. Las copias de seguridad del operador caducan hasta el ${time(values.backupsUntil!)}; si se restaura una, la cuenta se borra de nuevo antes de usarla.`,
        'Esta es la declaración firmada. Guárdela: su proveedor puede comprobarla.',
        values.statement!,
      ],
      after: ['Esta dirección también fue borrada. No recibirá más correos.'],
    }),
    pt: ({ product, values, time }) => ({
      subject: `${product}: sua conta foi apagada`,
      lines: [
        `Sua conta foi apagada: ${values.rows} linhas em ${values.tables} tabelas, seus eventos, suas fotos e suas exportações.`,
        `As mensagens recebidas dos rastreadores são guardadas com as de outras contas e expiram até ${time(values.logsUntil!)}. As cópias de segurança do operador expiram até ${time(values.backupsUntil!)}; se uma for restaurada, a conta é apagada novamente antes do uso.`,
        'Esta é a declaração assinada. Guarde-a: seu provedor pode verificá-la.',
        values.statement!,
      ],
      after: ['Este endereço também foi apagado. Você não receberá mais e-mails.'],
    }),
  },
}
