import type { ResponseOf } from '@stoa/contract/endpoint'
import { questionStatuses } from '@stoa/contract/features/questions'
import type { readQuestion } from '@stoa/contract/features/question-page'
import type { UserBasic } from '@stoa/contract/features/users'
import { toPlainText } from '@stoa/markdown/plain'
import type { Answer, BreadcrumbList, Graph, Person, QAPage, Question } from 'schema-dts'
import { htmlContext, type LoadContext } from '../../../kernel/context.server.ts'
import { createUrlResolver } from '../../../kernel/page-meta.tsx'
import { userPath } from '../../../kernel/paths.ts'
import type { Site } from '../../../kernel/visit.ts'
import { answerPath, questionPath } from '../questions/permalink.ts'
import { tagPath } from '../tags/tag-path.ts'
import { linkedDataId } from './linked-data.tsx'

type Page = Pick<ResponseOf<typeof readQuestion>, 'question' | 'answers'>
type SiteLinks = Pick<Site, 'url' | 'permalink'>

/** Fits nearly every post; very long ones are not repeated in full. */
const maxTextLength = 5_000

/** The schema.org data of a question page: question, answers and breadcrumbs. */
export function createQuestionLinkedData(page: Page, site: SiteLinks, listTitle: string): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [toQaPage(page, site), toBreadcrumbs(page, site, listTitle)],
  }
}

/** Adds JSON-LD for search engines. Ignored on data requests, where no crawler sees it. */
export function addLinkedData(context: LoadContext, data: object) {
  context.get(htmlContext)?.set(linkedDataId, toScriptText(data))
}

/** Escapes `<` so that no string can close the script element. */
export function toScriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

function toQaPage({ question, answers }: Page, site: SiteLinks): QAPage {
  const url = createUrlResolver(site.url)(questionPath(question, site.permalink))
  // Search engines cache this, so it includes only public answers.
  const publicAnswers = answers.list.filter(({ status }) => status === questionStatuses.open)
  const accepted = publicAnswers.filter((answer) => answer.accepted === 2)
  const suggested = publicAnswers.filter((answer) => answer.accepted !== 2)
  const toAnswer = (answer: Page['answers']['list'][number]): Answer => ({
    '@type': 'Answer',
    url: createUrlResolver(site.url)(answerPath(question, answer.id, site.permalink)),
    text: toText(answer.html),
    upvoteCount: answer.vote_count,
    ...toTimes(answer.create_time, answer.update_time),
    author: toPerson(answer.user_info, site),
  })
  const main: Question = {
    '@type': 'Question',
    url,
    name: question.title,
    text: toText(question.html),
    answerCount: question.answer_count,
    upvoteCount: question.vote_count,
    ...toTimes(question.create_time, question.edit_time),
    author: toPerson(question.user_info, site),
    ...(accepted.length === 0 ? {} : { acceptedAnswer: accepted.map(toAnswer) }),
    ...(suggested.length === 0 ? {} : { suggestedAnswer: suggested.map(toAnswer) }),
  }
  return { '@type': 'QAPage', '@id': url, mainEntity: main }
}

function toBreadcrumbs({ question }: Page, site: SiteLinks, listTitle: string): BreadcrumbList {
  const [tag] = question.tags
  const steps = [
    { name: listTitle, path: '/questions' },
    ...(tag === undefined ? [] : [{ name: tag.display_name, path: tagPath(tag.slug_name) }]),
    { name: question.title, path: questionPath(question, site.permalink) },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: { '@id': createUrlResolver(site.url)(path) },
    })),
  }
}

function toTimes(created: number, edited: number) {
  const dateCreated = toIso(created)
  return {
    dateCreated,
    datePublished: dateCreated,
    ...(edited === 0 ? {} : { dateModified: toIso(edited) }),
  }
}

function toIso(seconds: number) {
  return new Date(seconds * 1000).toISOString()
}

/** Deleted users have no profile page. */
function toPerson({ display_name, username }: UserBasic, site: SiteLinks): Person {
  const url = username === '' ? {} : { url: createUrlResolver(site.url)(userPath(username)) }
  return { '@type': 'Person', name: display_name, ...url }
}

function toText(html: string) {
  const text = toPlainText(html)
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).trimEnd()}…`
}
