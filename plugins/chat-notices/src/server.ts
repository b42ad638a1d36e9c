import { definePlugin, type Json, type Kit, Rejection } from '@stoa/plugin-kit/server'
import { messageBody, type Notice } from './message.ts'

export default definePlugin({
  events: {
    'question.created': async ({ data: { question } }, kit) => {
      const { title, url, excerpt: text, author, tags } = question
      await notify(kit, {
        event: 'question.created',
        title,
        url,
        text,
        by: author.display_name,
        tags,
      })
    },
    'answer.created': async ({ data: { answer } }, kit) => {
      await notify(kit, await answerNotice('answer.created', answer, kit))
    },
    'answer.accepted': async ({ data: { answer } }, kit) => {
      await notify(kit, await answerNotice('answer.accepted', answer, kit))
    },
  },
  actions: {
    async test(kit) {
      const { name, url } = kit.site
      const text = 'Notices of this site will be posted here.'
      await send(kit, { event: 'test', title: name, url, text, by: '', tags: [] })
      return 'Message sent.'
    },
  },
})

type Answer = {
  url: string
  excerpt: string
  author: { display_name: string }
  question: { id: string; title: string }
}

/** The tags of the question are only asked for if they matter. */
async function answerNotice(event: Notice['event'], answer: Answer, kit: Kit): Promise<Notice> {
  const { question, url, excerpt: text, author } = answer
  const tags = chosenTags(kit).length > 0 ? await tagsOf(kit, question.id) : []
  return { event, title: question.title, url, text, by: author.display_name, tags }
}

async function tagsOf(kit: Kit, id: string): Promise<string[]> {
  const question = (await kit.api.read('question/info', { id })) as { tags?: Json }
  const tags = Array.isArray(question.tags) ? question.tags : []
  return tags.map((tag) => (tag as { slug_name: string }).slug_name)
}

function chosenTags({ settings }: Kit): readonly string[] {
  return Array.isArray(settings['tags']) ? settings['tags'] : []
}

async function notify(kit: Kit, notice: Notice) {
  const { notices } = kit.settings
  if (!Array.isArray(notices) || !notices.includes(notice.event)) return
  const chosen = chosenTags(kit)
  if (chosen.length > 0 && !notice.tags.some((tag) => chosen.includes(tag))) return
  await send(kit, notice)
}

async function send(kit: Kit, notice: Notice) {
  const { service, webhook_url: url } = kit.settings
  const response = await kit.fetch(String(url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(messageBody(String(service), notice)),
  })
  // 404 and 410: the channel or the webhook is gone, so that no retry helps.
  if (response.status === 404 || response.status === 410)
    throw new Rejection(`The webhook no longer exists (status ${response.status}).`)
  if (response.status >= 400) throw new Error(`the chat responded with status ${response.status}`)
}
