/** Sample questions. */
export const samples: readonly { title: string; body: string; tags: string[] }[] = [
  {
    title:
      'Why does Postgres stop using my partial index once the status filter is a bind parameter?',
    body: [
      'I have a table of 31 million tickets. Only a sliver of it is ever open, so the list page is served by a partial index and answers in under a millisecond.',
      "```sql\nCREATE INDEX tickets_open_idx\n    ON tickets (created_at)\n WHERE status = 'open';\n```",
      'After moving to `pgx` the same page is fast for the first handful of requests and then becomes seventy times slower until the connection is recycled.',
      '## What I run\n\n```go\nrows, err := db.Query(ctx, `\n    SELECT id, title, created_at\n      FROM tickets\n     WHERE status = $1\n     ORDER BY created_at DESC LIMIT 50`, "open")\n```',
      '| Plan | First five | After |\n|---|---|---|\n| custom | 0.4 ms | |\n| generic | | 28 ms |',
      '> The planner compares the cost of a generic plan with the average of the first five.\n\nIs there a way to keep the literal without building SQL from strings?',
    ].join('\n\n'),
    tags: ['postgresql', 'query-planner', 'indexes'],
  },
  {
    title: 'How do I keep flexbox from letting long words push the layout sideways?',
    body: 'A single long word in the **left column** makes the whole page scroll sideways on a phone. `overflow-wrap: anywhere` helps, but only outside of grids.',
    tags: ['css', 'layout'],
  },
  {
    title: 'Sourdough collapses when I score it after a 16-hour cold proof',
    body: 'At 76 % hydration the loaf holds its shape until the blade touches it. Out of the basket it looks fine.\n\n1. Bulk 5 h at 24 °C\n2. Shape, rest, shape\n3. 16 h at 4 °C',
    tags: ['sourdough', 'fermentation'],
  },
  {
    title: 'Narrow a discriminated union inside a generic function without a cast',
    body: 'The compiler narrows outside the function and forgets inside it.\n\n```ts\nfunction handle<T extends Shape>(shape: T) {\n  if (shape.kind === "circle") shape.radius\n}\n```',
    tags: ['typescript', 'generics'],
  },
  {
    title: 'Borrow checker refuses a mutable iteration over two vectors at once',
    body: 'Zipping `iter_mut()` of both vectors is refused because one closure borrows the whole struct. Splitting the struct works, but feels wrong.',
    tags: ['rust', 'iterators'],
  },
  {
    title: 'Is it safe to cool 12 litres of stock in a 14 °C cellar overnight?',
    body: 'The fridge cannot take the pot. The cellar is clean, dark and holds 14 °C. How long is too long?',
    tags: ['food-safety', 'stock'],
  },
  {
    title: 'Subgrid rows keep their height in the wrong browser only',
    body: 'The same cards line up in two browsers and not in the third. Removing `align-items` fixes it and breaks the footer.',
    tags: ['css', 'subgrid'],
  },
  {
    title: 'ما الفرق بين الفهرس الجزئي والفهرس المركب في PostgreSQL 16؟',
    body: 'لدي جدول كبير وأقرأ منه صفوفًا قليلة فقط. هل أستخدم **فهرسًا جزئيًا** أم فهرسًا مركبًا على عمودين؟',
    tags: ['postgresql', 'فهارس'],
  },
  {
    title: '如何在不停机的情况下给大表增加非空列？',
    body: '表里有上亿行数据。直接 `ALTER TABLE` 会锁表。先加可空列再回填是否是唯一的办法？',
    tags: ['postgresql', '迁移'],
  },
  {
    title: 'Почему PostgreSQL 16 перестаёт использовать частичный индекс?',
    body: 'В таблице 31 миллион строк. Первые пять запросов выполняются за 0,4 мс, затем план меняется. Как **закрепить** нужный план?',
    tags: ['postgresql', 'индексы'],
  },
  ...[
    'Which soil keeps a balcony lemon tree happy through a dry winter?',
    'Why is my service worker still serving last week’s bundle?',
    'How do I explain eventual consistency to a colleague in finance?',
    'Can a bicycle dynamo charge a phone at walking speed?',
    'What makes a nylon-string guitar go out of tune in one evening?',
    'Reading a 40 GB CSV without running out of memory',
    'When should a small team stop using a monorepo?',
    'How do tides work in a lake this large?',
    'A polite way to ask for a review twice',
    'Keyboard focus disappears after closing a dialog',
    'How to photograph glass without reflections in a small room',
    'Does a cast-iron pan need soap after fish?',
    'What is a fair way to split rent between rooms of different size?',
    'Mapping a legacy enum to a table without breaking old exports',
    'Why does the night sky look brown over the city?',
  ].map((title, index) => ({
    title,
    body: `I have looked for a while and found two answers that contradict each other. What is the practice among people who do this every day? Details: case ${index + 1}.`,
    tags: [['gardening', 'web', 'databases', 'music', 'work'][index % 5] ?? 'work'],
  })),
]

/** Answers to the first question. */
export const sampleAnswers: readonly string[] = [
  'If you cannot touch the query, trade the partial index for a full one that leads with the status:\n\n```sql\nCREATE INDEX CONCURRENTLY tickets_status_created_idx\n    ON tickets (status, created_at DESC);\n```\n\nIt is bigger, but it serves the *closed* page as well.',
  "A partial index is usable only if the planner can *prove* that your `WHERE` clause implies its predicate. With `status = 'open'` that proof is trivial. With `status = $1` there is nothing to prove it from.\n\n### Keep the literal, bind the rest\n\n```sql\nSELECT id, title, created_at\n  FROM tickets\n WHERE status = 'open'\n ORDER BY created_at DESC\n LIMIT $1;\n```\n\nIf the path always asks for open tickets, it is not an input. Write it down.",
  'Or ask for custom plans on this pool only: `plan_cache_mode = force_custom_plan`. You pay for planning on every call, roughly 0.2 ms here.',
]

export const sampleComments: readonly string[] = [
  'Which server version? The cost comparison got a little less eager in 12, when `plan_cache_mode` arrived.',
  'The same on a 14 replica.',
  'Worth adding the output of `EXPLAIN (ANALYZE, BUFFERS) EXECUTE` for run five and run six side by side. It makes the switch obvious to anyone who lands here from a search.',
  'Does it happen with the simple protocol too?',
  'No: there every statement is planned again.',
  'See also the chapter about PREPARE in the manual.',
  'That chapter is where the *five* comes from.',
]
