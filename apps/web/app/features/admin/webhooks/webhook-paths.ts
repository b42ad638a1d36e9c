export const webhooksPath = '/admin/webhooks'

export function webhookPath(id: string) {
  return `${webhooksPath}/${id}`
}

export function deliveryPath(id: string, deliveryId: string) {
  return `${webhookPath(id)}/${deliveryId}`
}

export function isWebhookId(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text)
}

/** What an admin recognizes a webhook by. */
export function webhookTitle({ description, url }: { description: string; url: string }) {
  return description === '' ? (URL.parse(url)?.host ?? url) : description
}
