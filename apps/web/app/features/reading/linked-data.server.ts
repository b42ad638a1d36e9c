import type { ReplyOf } from '@stoa/contract/endpoint'
import { questionStatuses } from '@stoa/contract/features/questions'
import type { readQuestion } from '@stoa/contract/features/reading'
import type { UserBasic } from '@stoa/contract/features/users'
import { toPlainText } from '@stoa/markdown/plain'
import type { Answer, BreadcrumbList, Graph, Person, QAPage, Question } from 'schema-dts'
import { wholeAddress } from '../../kernel/page-title.tsx'
import type { Site } from '../../kernel/visit.ts'
import { answerPath, questionPath } from '../questions/permalink.ts'
import { tagPath } from '../tags/tag-path.ts'
import { personPath } from '../users/use-person.ts'

type Page = Pick<ReplyOf<typeof readQuestion>, 'question' | 'answers'>
type Place = Pick<Site, 'url' | 'permalink'>

/** The whole of nearly every post; a page must not carry a very long one twice. */
const textLimit = 5_000

/** What the page of a question says in the words of schema.org: the question with its answers, and where it stands. */
export function questionLinkedData(page: Page, site: Place, listTitle: string): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [toQaPage(page, site), toBreadcrumbs(page, site, listTitle)],
  }
}

function toQaPage({ question, answers }: Page, site: Place): QAPage {
  const url = wholeAddress(site.url)(questionPath(question, site.permalink))
  // Others may show what they read here for a long time: only what everyone sees.
  const open = answers.list.filter(({ status }) => status === questionStatuses.open)
  const accepted = open.filter((answer) => answer.accepted === 2)
  const suggested = open.filter((answer) => answer.accepted !== 2)
  const toAnswer = (answer: Page['answers']['list'][number]): Answer => ({
    '@type': 'Answer',
    url: wholeAddress(site.url)(answerPath(question, answer.id, site.permalink)),
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

function toBreadcrumbs({ question }: Page, site: Place, listTitle: string): BreadcrumbList {
  const [tag] = question.tags
  const steps = [
    { name: listTitle, path: '/questions' },
    ...(tag === undefined ? [] : [{ name: tag.display_name, path: tagPath(tag.slug_name) }]),
    { name: question.title, path: questionPath(question, site.permalink) },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: { '@id': wholeAddress(site.url)(path) },
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

/** Who has left has a name of its own and no page. */
function toPerson({ display_name, username }: UserBasic, site: Place): Person {
  const url = username === '' ? {} : { url: wholeAddress(site.url)(personPath(username)) }
  return { '@type': 'Person', name: display_name, ...url }
}

function toText(html: string) {
  const text = toPlainText(html)
  return text.length <= textLimit ? text : `${text.slice(0, textLimit).trimEnd()}…`
}
