import {
  askQuestion,
  deleteQuestion,
  editQuestion,
  getQuestion,
  listQuestions,
} from '@stoa/contract/features/questions'
import {
  createTag,
  deleteTag,
  editTag,
  findTags,
  getTag,
  listSynonyms,
  listTags,
  mergeTags,
  recoverTag,
  setSynonyms,
  suggestTags,
} from '@stoa/contract/features/tags'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { writeSettings } from '@stoa/contract/settings/writing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { follows } from '../../../schema/follows.ts'
import { revisions } from '../../../schema/revisions.ts'
import { tags } from '../../../schema/tags.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let mod: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  mod = await aUser(site.ctx, { name: 'Mo', role: 'moderator' })
})
afterAll(() => site.close())

const texts = (slug_name: string, original_text = 'What it is *about*.') => ({
  slug_name,
  display_name: slug_name.toUpperCase(),
  original_text,
})

const rowOf = async (slug: string) => {
  const [row] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, slug))
  return row!
}

async function aTag(slug: string, original_text?: string) {
  await site.as(mod.token).call(createTag, texts(slug, original_text))
  return (await rowOf(slug)).id
}

describe('POST, PUT and DELETE /tag', () => {
  it('create a tag with its description, once', async () => {
    const created = await site.as(ada.token).call(createTag, texts('Stone Walls'))
    expect(created).toEqual({ slug_name: 'stone-walls' })
    const shown = await site.as().call(getTag, { name: 'stone-walls' })
    expect(shown).toMatchObject({
      display_name: 'STONE WALLS',
      parsed_text: '<p>What it is <em>about</em>.</p>\n',
      excerpt: 'What it is about.',
      status: 'available',
      version: 1,
      question_count: 0,
      member_actions: [],
    })
    const again = site.as(ada.token).call(createTag, texts('stone walls'))
    const { data } = await expectError(again, 'tag.already_exists')
    expect(data).toMatchObject([{ error_field: 'slug_name' }])
  })

  it('create a tag with its description along with a question', async () => {
    const title = 'Which mortar?'
    await site.as(ada.token).call(askQuestion, {
      title,
      content: 'For old stone.',
      tags: [{ slug_name: 'mortar', display_name: 'Mortar', original_text: 'What **binds**.' }],
    })
    const shown = await site.as().call(getTag, { name: 'mortar' })
    expect(shown).toMatchObject({ display_name: 'Mortar', excerpt: 'What binds.' })
    const saved = await site.ctx.db
      .select()
      .from(revisions)
      .where(eq(revisions.objectId, shown.tag_id))
    expect(saved).toMatchObject([
      { version: 1, originalText: 'What **binds**.', slugName: 'mortar' },
    ])
  })

  it('edit a tag with the privilege, and allow an empty description', async () => {
    const tag_id = await aTag('lime')
    await expectError(
      site.as(ada.token).call(editTag, { tag_id, ...texts('lime', '') }),
      'rank.too_low',
    )
    await site.db.update(users).set({ points: 9_999 }).where(eq(users.id, ada.id))
    const edit = { tag_id, ...texts('quick-lime', ''), edit_summary: 'Shorter', version: 1 }
    expect(await site.as(ada.token).call(editTag, edit)).toEqual({
      slug_name: 'quick-lime',
      wait_for_review: false,
    })
    const shown = await site.as(ada.token).call(getTag, { id: tag_id })
    expect(shown).toMatchObject({ slug_name: 'quick-lime', parsed_text: '', version: 2 })
    expect(shown.member_actions).toEqual([{ action: 'edit', name: 'Edit', type: 'edit' }])
    await expectError(site.as().call(getTag, { name: 'lime' }), 'tag.not_found')
    await site.db.update(users).set({ points: 0 }).where(eq(users.id, ada.id))
  })

  it('reject the name of another tag and an outdated version', async () => {
    const tag_id = await aTag('slate')
    await aTag('tile')
    const client = site.as(mod.token)
    const rejectedEdit = await expectError(
      client.call(editTag, { tag_id, ...texts('tile') }),
      'tag.already_exists',
    )
    expect(rejectedEdit.data).toMatchObject([{ error_field: 'slug_name' }])
    await client.call(editTag, { tag_id, ...texts('slate', 'One'), version: 1 })
    await expectError(
      client.call(editTag, { tag_id, ...texts('slate', 'Two'), version: 1 }),
      'edit.conflict',
    )
    expect((await rowOf('slate')).originalText).toBe('One')
  })

  it('keep a renamed tag recommended', async () => {
    const tag_id = await aTag('brick')
    await transact(site.ctx, (tx) =>
      changeSettings(tx, writeSettings, { recommend_tags: ['brick'] }),
    )
    await site.as(mod.token).call(editTag, { tag_id, ...texts('bricks') })
    expect(await site.as().call(getTag, { name: 'bricks' })).toMatchObject({ recommend: true })
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { recommend_tags: [] }))
  })

  it('delete a tag only while unused, and restore it', async () => {
    const client = site.as(mod.token)
    await aQuestion(site.as(ada.token), { tags: ['in-use'] })
    await expectError(client.call(deleteTag, { tag_id: (await rowOf('in-use')).id }), 'tag.in_use')
    const tag_id = await aTag('unused')
    await expectError(site.as(ada.token).call(deleteTag, { tag_id }), 'auth.forbidden')
    await client.call(deleteTag, { tag_id })
    await expectError(site.as(ada.token).call(getTag, { id: tag_id }), 'tag.not_found')
    expect((await client.call(getTag, { id: tag_id })).status).toBe('deleted')
    expect(await site.as().call(suggestTags, { tag: 'unused' })).toEqual([])
    await client.call(recoverTag, { tag_id })
    expect((await site.as().call(getTag, { id: tag_id })).status).toBe('available')
    await expectError(client.call(recoverTag, { tag_id }), 'tag.not_found')
  })

  it('restore a deleted tag when staff use or create it again', async () => {
    const tag_id = await aTag('phoenix')
    const client = site.as(mod.token)
    await client.call(deleteTag, { tag_id })
    const newQuestion = await aQuestion(client, { tags: ['phoenix'] })
    expect(newQuestion.tags.map((tag) => tag.slug_name)).toEqual(['phoenix'])
    expect(await rowOf('phoenix')).toMatchObject({ id: tag_id, isDeleted: false, questionCount: 1 })
    await client.call(deleteTag, { tag_id: await aTag('twice-born') })
    await client.call(createTag, texts('twice-born'))
    expect(await rowOf('twice-born')).toMatchObject({ isDeleted: false })
  })

  it('reject members who use or create a deleted tag', async () => {
    const member = await aUser(site.ctx)
    const client = site.as(member.token)
    const question = await aQuestion(client, { tags: ['keeps'] })
    await site.as(mod.token).call(deleteTag, { tag_id: await aTag('banned') })
    await site.db.update(users).set({ points: 9999 }).where(eq(users.id, member.id))
    const { id, title, content } = question
    const { id: tag_id } = await rowOf('keeps')
    const list = [{ slug_name: 'Banned' }]
    const rejections = [
      ['tags', () => aQuestion(client, { tags: ['keeps', 'Banned'] })],
      ['tags', () => client.call(editQuestion, { id, title, content, tags: list, version: 1 })],
      ['slug_name', () => client.call(createTag, texts('banned'))],
      ['synonym_tag_list', () => client.call(setSynonyms, { tag_id, synonym_tag_list: list })],
    ] as const
    for (const [field, call] of rejections) {
      const { data } = await expectError(call(), 'tag.deleted')
      expect(data).toEqual([
        {
          error_field: field,
          error_msg: 'The tag “banned” was deleted by a moderator. Please choose another one.',
        },
      ])
    }
    expect(await rowOf('banned')).toMatchObject({ isDeleted: true, mainTagId: null })
  })
})

describe('PUT /tag/synonym', () => {
  it('moves questions and followers to the main tag', async () => {
    const client = site.as(mod.token)
    const both = await aQuestion(site.as(ada.token), { tags: ['js', 'javascript'] })
    const one = await aQuestion(site.as(ada.token), { tags: ['js'] })
    const [js, javascript] = [await rowOf('js'), await rowOf('javascript')]
    await site.db.insert(follows).values(
      [js.id, javascript.id].map((objectId) => ({
        userId: ada.id,
        objectId,
        createdAt: new Date(),
      })),
    )
    const list = [{ slug_name: 'js' }, { slug_name: 'ecmascript' }]
    await client.call(setSynonyms, { tag_id: javascript.id, synonym_tag_list: list })

    for (const { id } of [both, one]) {
      const shown = await site.as().call(getQuestion, { id })
      expect(shown.tags.map((tag) => tag.slug_name)).toEqual(['javascript'])
    }
    expect(await rowOf('javascript')).toMatchObject({ questionCount: 2, followCount: 1 })
    expect(await rowOf('js')).toMatchObject({ questionCount: 0, followCount: 0 })
    const found = await site.as().call(listQuestions, { tag: 'js' })
    expect(found.list.map(({ id }) => id).toSorted()).toEqual([both.id, one.id].toSorted())
    const { synonyms } = await site.as().call(listSynonyms, { tag_id: js.id })
    expect(synonyms.map((tag) => tag.slug_name)).toEqual(['ecmascript', 'js'])
    expect(await site.as().call(getTag, { name: 'js' })).toMatchObject({
      slug_name: 'javascript',
      main_tag_slug_name: 'javascript',
    })
    expect(await site.as().call(findTags, { tags: 'JS, ecmascript,none' })).toMatchObject([
      { tag_id: javascript.id, slug_name: 'javascript' },
    ])
  })

  it('replaces all synonyms, and removed ones become tags again', async () => {
    const { id } = await rowOf('javascript')
    await site
      .as(mod.token)
      .call(setSynonyms, { tag_id: id, synonym_tag_list: [{ slug_name: 'js' }] })
    expect((await rowOf('ecmascript')).mainTagId).toBeNull()
    const again = await aQuestion(site.as(ada.token), { tags: ['js'] })
    expect(again.tags.map((tag) => tag.slug_name)).toEqual(['javascript'])
    await expectError(site.as(mod.token).call(deleteTag, { tag_id: id }), 'tag.in_use')
  })

  it('never creates chains or cycles of synonyms', async () => {
    const [a, b, c] = [await aTag('chain-a'), await aTag('chain-b'), await aTag('chain-c')]
    const client = site.as(mod.token)
    await client.call(setSynonyms, { tag_id: b, synonym_tag_list: [{ slug_name: 'chain-a' }] })
    await client.call(setSynonyms, { tag_id: c, synonym_tag_list: [{ slug_name: 'chain-b' }] })
    const rows = await site.ctx.db.select().from(tags).where(eq(tags.mainTagId, c))
    expect(rows.map((row) => row.id).toSorted()).toEqual([a, b].toSorted())
    await expectError(
      client.call(setSynonyms, { tag_id: a, synonym_tag_list: [{ slug_name: 'chain-c' }] }),
      'tag.own_synonym',
    )
    await expectError(
      client.call(mergeTags, { source_tag_id: a, target_tag_id: c }),
      'tag.own_synonym',
    )
  })

  it('cannot be used to bypass a reserved tag', async () => {
    const tag_id = await aTag('official')
    const list = [{ slug_name: 'semi-official' }]
    await site.as(mod.token).call(setSynonyms, { tag_id, synonym_tag_list: list })
    await transact(site.ctx, (tx) =>
      changeSettings(tx, writeSettings, { reserved_tags: ['official'] }),
    )
    await expectError(aQuestion(site.as(ada.token), { tags: ['semi-official'] }), 'tag.reserved')
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { reserved_tags: [] }))
  })

  it('requires the privilege', async () => {
    const tag_id = await aTag('mine')
    await expectError(
      site.as(ada.token).call(setSynonyms, { tag_id, synonym_tag_list: [{ slug_name: 'x' }] }),
      'rank.too_low',
    )
    const { member_actions } = await site.as(ada.token).call(listSynonyms, { tag_id })
    expect(member_actions).toEqual([])
    expect((await site.as(mod.token).call(listSynonyms, { tag_id })).member_actions).toHaveLength(1)
  })
})

describe('POST /tag/merge', () => {
  it('counts exactly while questions are asked', async () => {
    const [from, into] = [await aTag('from'), await aTag('into')]
    const asking = Array.from({ length: 12 }, (_, index) =>
      aQuestion(site.as(ada.token), { tags: index % 2 === 0 ? ['from'] : ['from', 'into'] }),
    )
    const merge = site.as(mod.token).call(mergeTags, { source_tag_id: from, target_tag_id: into })
    await Promise.all([...asking, merge])
    expect(await rowOf('into')).toMatchObject({ questionCount: 12, mainTagId: null })
    expect(await rowOf('from')).toMatchObject({ questionCount: 0, mainTagId: into })
    expect(await site.as().call(listQuestions, { tag: 'into' })).toMatchObject({ count: 12 })
  })
})

describe('POST /tag/merge during edits of questions', () => {
  it('keeps all counts exact', async () => {
    const [from, into] = [await aTag('old-name'), await aTag('new-name')]
    const newQuestion = []
    for (let index = 0; index < 12; index++)
      newQuestion.push(await aQuestion(site.as(mod.token), { tags: ['old-name'] }))
    const change = (id: string, index: number) =>
      index % 3 === 0
        ? site.as(mod.token).call(deleteQuestion, { id })
        : site.as(mod.token).call(editQuestion, {
            id,
            title: `Changed ${index}`,
            content: 'Changed.',
            tags: [{ slug_name: index % 3 === 1 ? 'bystander' : 'old-name' }],
            version: 1,
          })
    const changes = newQuestion.map(({ id }, index) => change(id, index))
    const merge = site.as(mod.token).call(mergeTags, { source_tag_id: from, target_tag_id: into })
    await Promise.all([...changes, merge])
    expect(await rowOf('old-name')).toMatchObject({ questionCount: 0, mainTagId: into })
    expect(await rowOf('new-name')).toMatchObject({ questionCount: 4 })
    expect(await rowOf('bystander')).toMatchObject({ questionCount: 4 })
  })
})

describe('GET /tags/page', () => {
  it('lists main tags in three orders, and searches in both names', async () => {
    const names = async (input: object) => {
      const page = await site.as().call(listTags, { page_size: 100, ...input })
      return page.list.map((tag) => tag.slug_name)
    }
    const all = await names({ query_cond: 'name' })
    expect(all).toEqual(all.toSorted())
    expect(all).not.toContain('js')
    expect((await names({}))[0]).toBe('into')
    await aTag('youngest')
    expect((await names({ query_cond: 'newest' }))[0]).toBe('youngest')
    expect(await names({ slug_name: 'UNGES' })).toEqual(['youngest'])
    expect(await names({ slug_name: 'js' })).toEqual(['javascript'])
    expect(await names({ slug_name: '%' })).toEqual([])
  })

  it('tells who may create a tag', async () => {
    const mayCreate = async (token?: string) => (await site.as(token).call(listTags, {})).may_create
    const change = (value: object) =>
      transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, value))
    expect([await mayCreate(), await mayCreate(ada.token)]).toEqual([false, true])
    await change({ level: 3 })
    expect([await mayCreate(ada.token), await mayCreate(mod.token)]).toEqual([false, true])
    await change({ level: 2 })
  })

  it('returns followed tags in one statement for any page size', async () => {
    const { list } = await site.as(ada.token).call(listTags, { slug_name: 'javascript' })
    expect(list).toMatchObject([{ is_follower: true, follow_count: 1 }])
    const statements = async (page_size: number) => {
      const response = await site.app.inject({
        url: listTags.path,
        query: { page_size: String(page_size) },
      })
      return response.headers['x-sql-count']
    }
    await statements(2)
    expect([await statements(2), await statements(100)]).toEqual(['1', '1'])
  })

  it('leaves no follows of a merged tag behind', async () => {
    const { id } = await rowOf('js')
    const remaining = await site.ctx.db
      .select()
      .from(follows)
      .where(and(eq(follows.objectId, id), eq(follows.userId, ada.id)))
    expect(remaining).toEqual([])
  })
})
