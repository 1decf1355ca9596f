-- Where a service wants to hear what became of its messages; one address a service.
CREATE TABLE callback (
  caller        text PRIMARY KEY,
  url           text        NOT NULL,
  secret        text        NOT NULL,
  former_secret text,
  disabled_at   timestamptz,
  reason        text,
  updated_at    timestamptz NOT NULL
);
-- What it is told: written in the transaction of what happened, and again by each attempt.
CREATE TABLE callback_event (
  id         uuid PRIMARY KEY,
  caller     text        NOT NULL,
  body       text        NOT NULL,
  state      text        NOT NULL DEFAULT 'QUEUED',
  due_at     timestamptz NOT NULL,
  attempts   smallint    NOT NULL DEFAULT 0,
  answer     text,
  created_at timestamptz NOT NULL
);
CREATE INDEX callback_event_due ON callback_event (caller, due_at) WHERE state = 'QUEUED';
CREATE INDEX callback_event_old ON callback_event (created_at);
