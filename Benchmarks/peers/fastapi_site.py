"""fastapi-users as it is measured: bearer tokens and accounts in SQLite, argon2id at our cost.

`fastapi_site.py` makes the tables and one account; `fastapi_site:app` is what uvicorn serves. PEER_FOLDER says where.
"""

import asyncio
import os
import uuid

from fastapi import Depends, FastAPI
from fastapi_users import BaseUserManager, FastAPIUsers, UUIDIDMixin, schemas
from fastapi_users.authentication import AuthenticationBackend, BearerTransport
from fastapi_users.authentication.strategy.db import DatabaseStrategy
from fastapi_users.password import PasswordHelper
from fastapi_users_db_sqlalchemy import SQLAlchemyBaseUserTableUUID, SQLAlchemyUserDatabase
from fastapi_users_db_sqlalchemy.access_token import SQLAlchemyAccessTokenDatabase, SQLAlchemyBaseAccessTokenTableUUID
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy import event
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class User(SQLAlchemyBaseUserTableUUID, Base):
    pass


class AccessToken(SQLAlchemyBaseAccessTokenTableUUID, Base):
    pass


engine = create_async_engine(f"sqlite+aiosqlite:///{os.environ['PEER_FOLDER']}/fastapi.sqlite3")
sessions = async_sessionmaker(engine, expire_on_commit=False)


@event.listens_for(engine.sync_engine, "connect")
def prepare(connection, _):
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL"):
        connection.execute(statement)


class Users(UUIDIDMixin, BaseUserManager[User, uuid.UUID]):
    reset_password_token_secret = verification_token_secret = "of no worth: made for one measurement"


def manager_over(session):
    hasher = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19456, parallelism=1),))
    return Users(SQLAlchemyUserDatabase(session, User), PasswordHelper(hasher))


async def get_session():
    async with sessions() as session:
        yield session


async def get_manager(session=Depends(get_session)):
    yield manager_over(session)


def get_strategy(session=Depends(get_session)):
    return DatabaseStrategy(SQLAlchemyAccessTokenDatabase(session, AccessToken), lifetime_seconds=86_400)


backend = AuthenticationBackend(name="database", transport=BearerTransport(tokenUrl="login"), get_strategy=get_strategy)
users = FastAPIUsers[User, uuid.UUID](get_manager, [backend])
app = FastAPI()
app.include_router(users.get_auth_router(backend))
app.include_router(users.get_users_router(schemas.BaseUser[uuid.UUID], schemas.BaseUserUpdate), prefix="/users")


async def prepare_store():
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with sessions() as session:
        account = schemas.BaseUserCreate(email=os.environ["PEER_USER"], password=os.environ["PEER_PASSWORD"])
        await manager_over(session).create(account)


if __name__ == "__main__":
    asyncio.run(prepare_store())
