// A campaign as BullMQ and nodemailer send it: a job for each mail, a pool of SMTP connections.
//
// node campaign.mjs <redis port> <smtp port> <connections> [worker]
//
// Says "ready", then takes "go <topic> <mails>" lines on its standard input; with "worker" it only
// helps to send what another process enqueues. Exits when its standard input ends.
import { Queue, Worker } from 'bullmq';
import { createTransport } from 'nodemailer';
import { createInterface } from 'node:readline';

const [redisPort, smtpPort, connections] = process.argv.slice(2, 5).map(Number);
const enqueues = process.argv[5] !== 'worker';
const connection = { host: '127.0.0.1', port: redisPort, maxRetriesPerRequest: null };
const ENQUEUED_AT_ONCE = 1_000;

const sentence = 'this is what is new. '.repeat(40);
const text = (name) => `Hello ${name},\n\n${sentence}\n`;
const html = (name) => `<p>Hello ${name},</p><p>${sentence}</p>`;

const transport = createTransport({
  host: '127.0.0.1',
  port: smtpPort,
  pool: true,
  maxConnections: connections,
  maxMessages: Infinity,
  ignoreTLS: true,
});

const send = ({ data: { to, name } }) =>
  transport.sendMail({
    from: 'hello@plaza.example',
    to,
    subject: `Hello ${name}`,
    text: text(name),
    html: html(name),
    headers: { 'List-Unsubscribe': '<http://localhost:8080/unsubscribe/0123456789>' },
  });

const worker = new Worker('mail', send, {
  connection,
  // Twice the connections, so that none waits while a job is fetched.
  concurrency: connections * 2,
});
worker.on('error', (e) => console.error(e.message));
await worker.waitUntilReady();

const queue = new Queue('mail', {
  connection,
  defaultJobOptions: { attempts: 3, removeOnComplete: true },
});
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const [, topic, mails] = line.split(' ');
  for (let n = 0; enqueues && n < Number(mails); n += ENQUEUED_AT_ONCE) {
    const size = Math.min(ENQUEUED_AT_ONCE, mails - n);
    await queue.addBulk(
      Array.from({ length: size }, (_, i) => ({
        name: 'mail',
        data: { to: `${String(n + i).padStart(6, '0')}.${topic}@plaza.example`, name: 'Ana' },
      })),
    );
  }
}
process.exit(0);
