import { JsonStream } from '@stoa/contract/json-stream'

/** The stream is one JSON string, whose content is CSV. Batches are read while the response is sent. */
export function toCsvStream(header: readonly string[], batches: AsyncIterable<string[][]>) {
  return new JsonStream(streamCsv(header, batches))
}

async function* streamCsv(header: readonly string[], batches: AsyncIterable<string[][]>) {
  yield '"'
  yield toJsonText(toCsvLine(header))
  for await (const rows of batches) yield toJsonText(rows.map(toCsvLine).join(''))
  yield '"'
}

export function toCsvLine(cells: readonly string[]) {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

/** Spreadsheets evaluate text that starts like a formula. A negative number is none. */
function toCsvCell(text: string) {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  const inert = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** A part of a JSON string, without quotes. */
export function toJsonText(text: string) {
  return JSON.stringify(text).slice(1, -1)
}
