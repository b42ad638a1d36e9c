const title = /^title=(?:"([^"]*)"|'([^']*)')/
const path = /^(?=.*\p{L})[\p{L}\p{N}_@+~()[\]./-]*[./][\p{L}\p{N}_@+~()[\]./-]+$/u

// A longer name would fill the head of the block.
const maxFileLength = 100

/** After a fence: the language, then the name of a file as `title="…"` or as a path. */
export function parseFenceInfo(info: string): { language: string; file: string } {
  const [, language = '', rest = ''] = /^\s*(\S*)\s*([^]{0,200})/.exec(info) ?? []
  const quoted = title.exec(rest)
  const file =
    quoted === null ? (path.exec(rest.trim())?.[0] ?? '') : (quoted[1] ?? quoted[2] ?? '')
  return { language, file: file.trim().slice(0, maxFileLength) }
}
