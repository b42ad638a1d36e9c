import type { Json } from '@stoa/plugin-kit/server'

export type Notice = {
  event: 'question.created' | 'answer.created' | 'answer.accepted' | 'test'
  title: string
  url: string
  text: string
  by: string
  tags: readonly string[]
}

const headings = {
  'question.created': 'New question',
  'answer.created': 'New answer',
  'answer.accepted': 'Accepted answer',
  test: 'Test',
} as const

/** The body of an incoming webhook of a chat service. */
export function messageBody(service: string, notice: Notice): Json {
  const by = notice.by === '' ? '' : ` by ${notice.by}`
  const heading = `${headings[notice.event]}${by}`
  switch (service) {
    case 'discord':
      return discordBody(notice, heading)
    case 'teams':
      return teamsBody(notice, heading)
    case 'matrix':
      return matrixBody(notice, heading)
    default:
      return slackBody(notice, heading)
  }
}

function slackBody({ title, url, text }: Notice, heading: string): Json {
  const link = `<${url}|${escapeSlack(title)}>`
  return {
    text: `${escapeSlack(heading)}: ${escapeSlack(title)}`,
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `*${link}*\n${escapeSlack(text)}` },
      },
      { type: 'context', elements: [{ type: 'plain_text', text: heading }] },
    ],
  }
}

/** Without it, a title could mention a whole channel: <!channel>. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function discordBody({ title, url, text }: Notice, heading: string): Json {
  return {
    embeds: [{ title: title.slice(0, 256), url, description: text, footer: { text: heading } }],
    // Otherwise a title could mention everyone.
    allowed_mentions: { parse: [] },
  }
}

function teamsBody({ title, url, text }: Notice, heading: string): Json {
  const block = (value: string, style: { [name: string]: Json }): Json => ({
    type: 'TextBlock',
    text: escapeMarkdown(value),
    wrap: true,
    ...style,
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(heading, { isSubtle: true }),
            block(title, { weight: 'Bolder', size: 'Medium' }),
            block(text, {}),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
        },
      },
    ],
  }
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-!|>~]/g, String.raw`\$&`)
}

function matrixBody({ title, url, text }: Notice, heading: string): Json {
  const html = [
    `<b>${escapeHtml(heading)}</b>`,
    `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`,
    escapeHtml(text),
  ]
  return { text: `${heading}: ${title} ${url}`, html: html.join('<br>') }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
