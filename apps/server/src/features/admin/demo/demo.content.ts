import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { findBundledFolder } from '../../../kernel/release.ts'

const comment = z.strictObject({ by: z.string(), text: z.string() })

const answer = z.strictObject({
  by: z.string(),
  hoursLater: z.number().positive(),
  score: z.number().int(),
  accepted: z.literal(true).optional(),
  body: z.string(),
  comments: z.array(comment).default([]),
})

const question = z.strictObject({
  title: z.string(),
  tags: z.array(z.string()).min(1).max(5),
  by: z.string(),
  daysAgo: z.number().int().positive(),
  views: z.number().int(),
  score: z.number().int(),
  isPinned: z.literal(true).optional(),
  body: z.string(),
  comments: z.array(comment).default([]),
  answers: z.array(answer),
})

const writer = z.strictObject({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  joinedDaysAgo: z.number().int(),
  bio: z.string(),
})

const users = z.strictObject({ writers: z.array(writer), readers: z.array(z.string()) })
const tags = z.record(z.string(), z.string())

export type DemoQuestion = z.infer<typeof question>
export type DemoContent = z.infer<typeof users> & {
  tags: z.infer<typeof tags>
  questions: DemoQuestion[]
}

export async function readDemoContent(): Promise<DemoContent> {
  const folder = findFolder()
  const read = async (file: string): Promise<unknown> =>
    parse(await readFile(join(folder, file), 'utf8'))
  const files = (await readdir(join(folder, 'questions'))).toSorted()
  const questions = await Promise.all(
    files.map(async (file) => z.array(question).parse(await read(`questions/${file}`))),
  )
  return {
    ...users.parse(await read('users.yaml')),
    tags: tags.parse(await read('tags.yaml')),
    questions: questions.flat(),
  }
}

export async function readPortrait(writerId: string) {
  return await readFile(join(findFolder(), 'portraits', `${writerId}.webp`))
}

function findFolder() {
  return findBundledFolder('demo-content', 'users.yaml')
}
