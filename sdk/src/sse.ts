// Parses Server-Sent Events from chunks of text, as this server writes them: one data line each, lines end in \n.

export interface Message {
  id: string | undefined
  event: string | undefined
  data: string | undefined
}

export interface SseReader {
  /** Returns the messages completed by this chunk. */
  read(piece: string): Message[]
}

export function createSseReader(): SseReader {
  let rest = ''
  let endsInNewline = false
  return {
    read(piece) {
      const isWhole = piece.includes('\n\n') || (endsInNewline && piece.startsWith('\n'))
      if (piece !== '') endsInNewline = piece.endsWith('\n')
      if (!isWhole) {
        // Incomplete text is only appended, so that chunks are joined once.
        rest += piece
        return []
      }
      const text = rest + piece
      const messages: Message[] = []
      let from = 0
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
