import {
  acceptAnswer,
  deleteAnswer,
  operateAnswer,
  postAnswer,
} from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { convertAnswer, moveComment } from '@stoa/contract/features/content-moderation'
import { decideHeldPost } from '@stoa/contract/features/held-posts'
import { undoDecision } from '@stoa/contract/features/review'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  operateQuestion,
} from '@stoa/contract/features/questions'
import { editTag, getTag } from '@stoa/contract/features/tags'
import { voteUp } from '@stoa/contract/features/votes'
import { expect } from 'vitest'
import {
  findHeldPost,
  setHoldRules,
} from '../src/features/community/held-posts/held-posts.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import type { Read } from './pages.ts'
import type { TestSite } from './site.ts'

export type TestUser = Awaited<ReturnType<typeof aUser>>
/** What a change happens to. Ben is an admin. */
export type Scene = {
  site: TestSite
  ada: TestUser
  ben: TestUser
  aPage(title?: string, tags?: string[]): Promise<{ id: string; path: string }>
  readFresh(path: string): Promise<Read>
}
type Change = {
  path: string
  change: () => Promise<unknown>
  expectShown: (read: Read) => void
}
const shows = (text: string) => (read: Read) => expect(read.body).toContain(text)

/** An answer that waits for Ben. */
async function aHeldAnswer({ site, ben, aPage }: Scene, content: string) {
  const { id, path } = await aPage()
  const eve = await aUser(site.ctx, { name: `Eve ${id}` })
  await setHoldRules(site.ctx, { hold_first_posts: 1 })
  const { info } = await site.as(eve.token).call(postAnswer, { question_id: id, content })
  await setHoldRules(site.ctx, {})
  const held = await findHeldPost(site.as(ben.token), info.id)
  const review_id = held?.review_id ?? ''
  return {
    path,
    decide: (status: 'approve' | 'reject') =>
      site.as(ben.token).call(decideHeldPost, { review_id, status }),
    undo: () => site.as(ben.token).call(undoDecision, { type: 'queued_post', id: review_id }),
  }
}

/** Prepares a page, and a change of what it shows. */
export const changes: [string, (scene: Scene) => Promise<Change>][] = [
  [
    'a vote',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const change = () => site.as(ben.token).call(voteUp, { object_id: id })
      return { path, change, expectShown: shows('"upvoteCount":1') }
    },
  ],
  [
    'a comment',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const comment = { object_id: id, original_text: 'Try salt.' }
      const change = () => site.as(ben.token).call(addComment, comment)
      return { path, change, expectShown: shows('Try salt.') }
    },
  ],
  [
    'an answer',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const answer = { question_id: id, content: 'Because of bran.' }
      const change = () => site.as(ben.token).call(postAnswer, answer)
      return { path, change, expectShown: shows('Because of bran.') }
    },
  ],
  [
    'an answer that is approved',
    async (scene) => {
      const { path, decide } = await aHeldAnswer(scene, 'Because of the water.')
      return { path, change: () => decide('approve'), expectShown: shows('Because of the water.') }
    },
  ],
  [
    'an approval that is undone',
    async (scene) => {
      const { path, decide, undo } = await aHeldAnswer(scene, 'Because of the air.')
      await decide('approve')
      const expectShown = ({ body }: Read) => expect(body).not.toContain('Because of the air.')
      return { path, change: undo, expectShown }
    },
  ],
  [
    'an edit',
    async ({ site, ada, aPage }) => {
      const title = 'Why does rye rise slowly?'
      const { id, path } = await aPage(title)
      const edit = { id, version: 1, title, content: 'All night.', tags: [{ slug_name: 'rye' }] }
      const change = () => site.as(ada.token).call(editQuestion, edit)
      return { path, change, expectShown: shows('All night.') }
    },
  ],
  [
    'a new name',
    async ({ site, ada, aPage }) => {
      const { path } = await aPage()
      const change = () => site.as(ada.token).call(updateProfile, { display_name: 'Ada Okoro' })
      return { path, change, expectShown: shows('Ada Okoro') }
    },
  ],
  [
    'an accepted answer',
    async ({ site, ada, ben, aPage }) => {
      const { id, path } = await aPage()
      const { info } = await site
        .as(ben.token)
        .call(postAnswer, { question_id: id, content: 'It is the bran.' })
      const change = () =>
        site.as(ada.token).call(acceptAnswer, { question_id: id, answer_id: info.id })
      return { path, change, expectShown: shows('"acceptedAnswer"') }
    },
  ],
  [
    'a deleted answer',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const answer = { question_id: id, content: 'My number is 555.' }
      const { info } = await site.as(ben.token).call(postAnswer, answer)
      const change = () => site.as(ben.token).call(deleteAnswer, { id: info.id })
      const expectShown = ({ body }: Read) => expect(body).not.toContain('My number is 555.')
      return { path, change, expectShown }
    },
  ],
  [
    'a locked answer',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const answer = { question_id: id, content: 'It is the malt.' }
      const { info } = await site.as(ben.token).call(postAnswer, answer)
      const change = () =>
        site.as(ben.token).call(operateAnswer, { id: info.id, operation: 'lock' })
      return { path, change, expectShown: shows('Only staff can change this answer') }
    },
  ],
  [
    'an answer that is converted to a comment',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const answer = { question_id: id, content: 'Which malt?' }
      const { info } = await site.as(ben.token).call(postAnswer, answer)
      const change = () =>
        site.as(ben.token).call(convertAnswer, { answer_id: info.id, object_id: id })
      const expectShown = ({ body }: Read) => {
        expect(body).toContain('Which malt?')
        expect(body).not.toContain(`answer-${info.id}`)
      }
      return { path, change, expectShown }
    },
  ],
  [
    'a comment that is moved to another question',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const other = await aPage()
      const comment = { object_id: id, original_text: 'Wrong place.' }
      const { comment_id } = await site.as(ben.token).call(addComment, comment)
      const change = () => site.as(ben.token).call(moveComment, { comment_id, target: other.id })
      const expectShown = ({ body }: Read) => expect(body).not.toContain('Wrong place.')
      return { path, change, expectShown }
    },
  ],
  [
    'a deleted question',
    async ({ site, ada, aPage }) => {
      const { id, path } = await aPage()
      const change = () => site.as(ada.token).call(deleteQuestion, { id })
      return { path, change, expectShown: ({ status }) => expect(status).toBe(404) }
    },
  ],
  [
    'a closing, with a link to the original',
    async ({ site, ben, aPage }) => {
      const [original, { id, path }] = [await aPage('What is the original?'), await aPage()]
      const closing = { id, close_type: 60, close_msg: original.path }
      const change = () => site.as(ben.token).call(closeQuestion, closing)
      return { path, change, expectShown: shows('What is the original?') }
    },
  ],
  [
    'the title of the original of a duplicate',
    async ({ site, ada, ben, aPage }) => {
      const [original, { id, path }] = [await aPage('Before the edit'), await aPage()]
      await site.as(ben.token).call(closeQuestion, { id, close_type: 60, close_msg: original.path })
      const change = () =>
        site.as(ada.token).call(editQuestion, {
          id: original.id,
          version: 1,
          title: 'After the edit',
          content: 'The same text.',
          tags: [{ slug_name: 'rye' }],
        })
      return { path, change, expectShown: shows('After the edit') }
    },
  ],
  [
    'a linking question that is unlisted',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const title = 'Is this about the same bread?'
      const content = `See [here](/questions/${id}).`
      const linking = await aQuestion(site.as(ben.token), { title, content, tags: ['other'] })
      const change = () =>
        site.as(ben.token).call(operateQuestion, { id: linking.id, operation: 'hide' })
      return { path, change, expectShown: ({ body }) => expect(body).not.toContain(title) }
    },
  ],
  [
    'the reputation of an author after a vote elsewhere',
    async ({ site, ben }) => {
      const dora = await aUser(site.ctx, { name: 'Dora' })
      const ask = () => aQuestion(site.as(dora.token), { tags: ['points'] })
      const [shown, other] = [await ask(), await ask()]
      const change = () => site.as(ben.token).call(voteUp, { object_id: other.id })
      const path = `/questions/${shown.id}/${shown.url_title}`
      // Users start with one point.
      return { path, change, expectShown: ({ body }) => expect(body).toMatch(/>11</) }
    },
  ],
  [
    'a link from another question',
    async ({ site, ben, aPage }) => {
      const { id, path } = await aPage()
      const title = 'Is this the same problem?'
      const content = `See [here](/questions/${id}).`
      const change = () => aQuestion(site.as(ben.token), { title, content, tags: ['other'] })
      return { path, change, expectShown: shows(title) }
    },
  ],
  [
    'a renamed tag',
    async ({ site, ben, aPage }) => {
      const { path } = await aPage('What is spelt?', ['spelt'])
      const { tag_id } = await site.as().call(getTag, { name: 'spelt' })
      const edit = { tag_id, slug_name: 'dinkel', display_name: 'Dinkel', original_text: '' }
      const change = () => site.as(ben.token).call(editTag, edit)
      return { path, change, expectShown: shows('Dinkel') }
    },
  ],
  [
    'a comment that a vote moves into view',
    async ({ site, ada, ben, aPage, readFresh }) => {
      const { id, path } = await aPage()
      const texts = ['one', 'two', 'three', 'four', 'five', 'six']
      const ids: string[] = []
      for (const text of texts) {
        const comment = { object_id: id, original_text: `Comment number ${text}.` }
        ids.push((await site.as(ben.token).call(addComment, comment)).comment_id)
      }
      const { body: shown } = await readFresh(path)
      const hiddenIndex = texts.findIndex((text) => !shown.includes(`Comment number ${text}.`))
      const object_id = ids[hiddenIndex] ?? ''
      const change = () => site.as(ada.token).call(voteUp, { object_id })
      return { path, change, expectShown: shows(`Comment number ${texts[hiddenIndex]}.`) }
    },
  ],
]
