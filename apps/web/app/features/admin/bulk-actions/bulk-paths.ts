export const bulkPath = '/admin/bulk'

export function bulkActionPath(id: string) {
  return `${bulkPath}/${id}`
}

export function isBulkId(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text)
}
