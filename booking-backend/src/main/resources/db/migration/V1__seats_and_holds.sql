-- A venue owns its seats; an event says which of them it sells, as what and for how much.
-- Seat names are compared byte by byte (COLLATE "C"): the lock order must be the same in every
-- database, whatever locale it was made with.

CREATE TABLE venue (
  venue_id text COLLATE "C" PRIMARY KEY,
  name     text NOT NULL
);

CREATE TABLE section (
  venue_id   text COLLATE "C" NOT NULL REFERENCES venue,
  section_id text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  ordinal    integer NOT NULL,
  PRIMARY KEY (venue_id, section_id)
);

CREATE TABLE seat (
  venue_id        text COLLATE "C" NOT NULL,
  seat_id         text COLLATE "C" NOT NULL,
  section_id      text COLLATE "C" NOT NULL,
  row_label       text NOT NULL,
  number          integer NOT NULL CHECK (number > 0),
  -- The place in the order in which people read the plan: 2 before 10, Z before AA.
  ordinal         integer NOT NULL,
  accessible      boolean NOT NULL DEFAULT false,
  restricted_view boolean NOT NULL DEFAULT false,
  PRIMARY KEY (venue_id, seat_id),
  FOREIGN KEY (venue_id, section_id) REFERENCES section,
  CHECK (seat_id = row_label || '-' || number)
);

CREATE TABLE event (
  event_id                 text COLLATE "C" PRIMARY KEY
                           CHECK (event_id ~ '^[a-z0-9](-?[a-z0-9]){0,62}$'),
  venue_id                 text COLLATE "C" NOT NULL REFERENCES venue,
  title                    text NOT NULL,
  on_sale_at               timestamptz,
  closes_at                timestamptz,
  hold_seconds             integer NOT NULL CHECK (hold_seconds > 0),
  max_seats_per_hold       integer NOT NULL CHECK (max_seats_per_hold > 0),
  max_tickets_per_customer integer NOT NULL CHECK (max_tickets_per_customer > 0),
  -- Raised by whoever changes what is on sale or at what price, so that maps are drawn anew.
  plan_version             integer NOT NULL DEFAULT 1,
  UNIQUE (event_id, venue_id),
  CHECK (closes_at > on_sale_at)
);

-- One row for each seat an event sells. A seat without a row is not for sale at all.
-- The hold id is no foreign key: its check would lock rows of `hold` from the path that must never
-- touch an old hold; the one statement that writes it inserts the hold beside it.
CREATE TABLE event_seat (
  event_id    text COLLATE "C" NOT NULL,
  seat_id     text COLLATE "C" NOT NULL,
  venue_id    text COLLATE "C" NOT NULL,
  section_id  text COLLATE "C" NOT NULL,
  ordinal     integer NOT NULL,
  ticket_type text NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  state       text COLLATE "C" NOT NULL DEFAULT 'available',
  hold_id     text COLLATE "C",
  deadline    timestamptz,
  version     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, seat_id),
  FOREIGN KEY (event_id, venue_id) REFERENCES event (event_id, venue_id),
  FOREIGN KEY (venue_id, seat_id) REFERENCES seat,
  -- IS TRUE, because a CHECK lets NULL pass and an unknown state would be one.
  CHECK ((CASE state
    WHEN 'available' THEN hold_id IS NULL AND deadline IS NULL
    WHEN 'held'      THEN hold_id IS NOT NULL AND deadline IS NOT NULL
    WHEN 'paying'    THEN hold_id IS NOT NULL AND deadline IS NULL
    WHEN 'sold'      THEN hold_id IS NOT NULL AND deadline IS NULL
  END) IS TRUE)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

CREATE INDEX event_seat_by_hold ON event_seat (hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX event_seat_by_state ON event_seat (event_id, state, section_id);

-- The row that a customer's requests for one event queue up on, so that a cap is counted by one
-- of them at a time.
CREATE TABLE customer (
  event_id    text COLLATE "C" NOT NULL REFERENCES event,
  customer_id text COLLATE "C" NOT NULL,
  attempts    integer NOT NULL DEFAULT 1,
  first_seen  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (event_id, customer_id)
) WITH (fillfactor = 70);

-- Seats, ticket types and prices as they were when the hold was made: what the buyer pays.
-- Rows are never deleted.
CREATE TABLE hold (
  hold_id      text COLLATE "C" PRIMARY KEY CHECK (length(hold_id) >= 22),
  event_id     text COLLATE "C" NOT NULL,
  customer_id  text COLLATE "C" NOT NULL,
  status       text COLLATE "C" NOT NULL DEFAULT 'active',
  seat_ids     text[] NOT NULL,
  ticket_types text[] NOT NULL,
  prices_cents bigint[] NOT NULL,
  seat_count   integer NOT NULL,
  total_cents  bigint NOT NULL CHECK (total_cents >= 0),
  created_at   timestamptz NOT NULL,
  deadline     timestamptz NOT NULL,
  ended_at     timestamptz,
  CHECK (status IN ('active', 'paying', 'converted', 'released', 'expired')),
  CHECK ((status IN ('active', 'paying')) = (ended_at IS NULL)),
  CHECK (seat_count > 0 AND seat_count = cardinality(seat_ids)
     AND seat_count = cardinality(ticket_types) AND seat_count = cardinality(prices_cents)),
  CHECK (deadline > created_at)
) WITH (fillfactor = 80);

CREATE INDEX hold_by_deadline ON hold (deadline) WHERE status = 'active';
CREATE INDEX hold_by_customer ON hold (event_id, customer_id)
  WHERE status IN ('active', 'paying', 'converted');

-- Every change of a hold, for ever.
CREATE TABLE audit (
  audit_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz NOT NULL,
  event_id     text COLLATE "C" NOT NULL,
  hold_id      text COLLATE "C" NOT NULL,
  customer_id  text COLLATE "C" NOT NULL,
  action       text NOT NULL CHECK (action IN ('held', 'released', 'expired')),
  reason       text NOT NULL,
  seat_ids     text[] NOT NULL,
  -- How long after the deadline an expiry was written down; null for everything else.
  delay_millis bigint,
  process      text NOT NULL
);

CREATE INDEX audit_by_hold ON audit (hold_id);

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit is append-only';
END $$;

CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
