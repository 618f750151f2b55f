// Types for the part of the npm package `smpp` that we use; it has none.

declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server as NetServer } from 'node:net'

  namespace smpp {
    interface Pdu {
      command: string
      command_status: number
      message_id?: string
      system_id?: string
      password?: string
      destination_addr?: string
      source_addr?: string
      esm_class?: number
      data_coding?: number
      short_message?: { message: string | Buffer } | string
      message_payload?: { message: string | Buffer }
      receipted_message_id?: string
      message_state?: number
      response(fields?: object): Pdu
    }

    interface Session extends EventEmitter {
      /** False if the connection is closed already. */
      send(pdu: Pdu): boolean
      bind_transceiver(fields: object, answered: (answer: Pdu) => void): boolean
      submit_sm(fields: object, answered: (answer: Pdu) => void): boolean
      deliver_sm(fields: object, answered?: (answer: Pdu) => void): boolean
      enquire_link(fields: object, answered: (answer: Pdu) => void): boolean
      unbind(answered?: (answer: Pdu) => void): boolean
      close(): void
      destroy(): void
    }

    interface Encoding {
      match(text: string): boolean
      encode(text: string): Buffer
    }

    interface Server extends NetServer {
      sessions: Session[]
    }
  }

  const smpp: {
    connect(options: { host: string; port: number; tls: boolean }): smpp.Session
    createServer(listener: (session: smpp.Session) => void): smpp.Server
    encodings: { ASCII: smpp.Encoding; UCS2: smpp.Encoding }
  }
  export = smpp
}
