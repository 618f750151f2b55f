// Server-Sent Events out of pieces of text, as our server writes them: one line of data for each, lines end in \n.

export interface Message {
  id: string | undefined
  event: string | undefined
  data: string | undefined
}

export interface SseReader {
  /** The messages that are whole now. */
  read(piece: string): Message[]
}

export function createSseReader(): SseReader {
  let rest = ''
  return {
    read(piece) {
      // The rest is less than one message, so that this stays cheap however much was read before.
      const text = rest + piece
      const messages: Message[] = []
      let from = 0
      // A message that ends here ends in the new piece, or in the last letter before it.
      let end = text.indexOf('\n\n', Math.max(0, rest.length - 1))
      while (end !== -1) {
        messages.push(parse(text, from, end))
        from = end + 2
        end = text.indexOf('\n\n', from)
      }
      rest = text.slice(from)
      return messages
    },
  }
}

function parse(text: string, from: number, end: number): Message {
  const message: Message = { id: undefined, event: undefined, data: undefined }
  for (let at = from; at < end; ) {
    const newline = text.indexOf('\n', at)
    const lineEnd = newline === -1 || newline > end ? end : newline
    if (text.startsWith('data: ', at)) message.data = text.slice(at + 6, lineEnd)
    else if (text.startsWith('id: ', at)) message.id = text.slice(at + 4, lineEnd)
    else if (text.startsWith('event: ', at)) message.event = text.slice(at + 7, lineEnd)
    at = lineEnd + 1
  }
  return message
}
